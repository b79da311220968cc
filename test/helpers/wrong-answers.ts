let given = 0;

/** Four digits that no applicant of a test has, each time others: the same again counts no try. */
export function wrongDigits(): string {
  given += 1;
  return String(5_000 + (given % 4_000));
}

/** Six digits that were never sent as a code, and fail no check at once; each time others. */
export function wrongCode(): string {
  given += 1;
  return String(200_000 + given);
}
