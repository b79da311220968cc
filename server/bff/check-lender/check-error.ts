/** Nothing could be checked; the message is one line that says what to mend. */
export class CheckError extends Error {
  override readonly name = 'CheckError';
}
