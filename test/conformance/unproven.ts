import type { Proof } from './collect/collect-proofs.ts';
import type { Row } from './rows/row.ts';

/** What the rows name and is not there once, or is there and does not run; a line each. */
export function unproven(
  rows: readonly Row[],
  proofs: ReadonlyMap<string, readonly Proof[]>,
): string[] {
  return rows.flatMap(({ kind, name, proofs: ids }) => [
    ...(ids.length === 0 ? [`${kind} ${name}: no test is named`] : []),
    ...ids.flatMap((id) => {
      const found = proofs.get(id) ?? [];
      const runs = found.length === 1 && found.every(({ isSkipped }) => !isSkipped);
      return runs ? [] : [`${kind} ${name}: ${found.length} tests are ${id}, and one must run`];
    }),
  ]);
}
