import { description } from './rows/description.ts';
import { kinds, type Row, type RowKind } from './rows/row.ts';

export interface Total {
  kind: RowKind | 'all';
  rows: number;
  /** Different tests that are named. */
  tests: number;
}

/** How many rows and tests there are, by kind and in all. */
export function totals(): Total[] {
  const total = (kind: Total['kind'], rows: readonly Row[]): Total => {
    const tests = rows.flatMap(({ proofs }) => proofs);
    return { kind, rows: rows.length, tests: new Set(tests).size };
  };
  const ofKinds = kinds.map((kind) =>
    total(
      kind,
      description.filter((row) => row.kind === kind),
    ),
  );
  return [...ofKinds, total('all', description)];
}
