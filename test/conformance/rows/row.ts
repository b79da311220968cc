/** A test by its file and its own name, with the names of suites before it where that is not enough. */
export interface Proof {
  file: string;
  test: string;
}

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

/** One row of the description, in our own words, and what proves it. */
export interface Row {
  kind: RowKind;
  name: string;
  says: string;
  proofs: readonly Proof[];
}

/** Proofs of one file. */
export function testsIn(file: string): (...tests: readonly string[]) => Proof[] {
  return (...tests) => tests.map((test) => ({ file: `test/${file}.test.ts`, test }));
}

/** Rows of one kind. */
export function rowsOf(
  kind: RowKind,
  rows: readonly (readonly [name: string, says: string, proofs: readonly Proof[]])[],
): Row[] {
  return rows.map(([name, says, proofs]) => ({ kind, name, says, proofs }));
}
