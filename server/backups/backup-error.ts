/** A backup could not be made or restored; the message says in one line what to do. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}
