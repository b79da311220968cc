/** What the description's rows are about, in its order, with what it leaves open. */
export const kinds = [
  'convention',
  'transaction code',
  'eligibility code',
  'transaction status',
  'role',
  'transition',
  'state',
  'state machine',
  'endpoint',
  'authentication',
  'event',
  'error',
  'limit',
  'deadline',
  'race',
] as const;
export type RowKind = (typeof kinds)[number];

/**
 * One row of the description, in our own words, and the ids of the tests that prove it: a test has
 * its id in its name, as `[conformance:race-two-refunds]`.
 */
export interface Row {
  kind: RowKind;
  name: string;
  says: string;
  proofs: readonly string[];
}

/** Rows of one kind. */
export function rowsOf(
  kind: RowKind,
  rows: readonly (readonly [name: string, says: string, proofs: readonly string[]])[],
): Row[] {
  return rows.map(([name, says, proofs]) => ({ kind, name, says, proofs }));
}
