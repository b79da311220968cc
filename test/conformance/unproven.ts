import { collectTests } from './collect/collect-tests.ts';
import type { RecordedTest } from './collect/recording-test.ts';
import type { Proof, Row } from './rows/row.ts';

/** What the rows name and is not there, or is there and does not run; a line each. */
export async function unproven(rows: readonly Row[]): Promise<string[]> {
  const files = new Set(rows.flatMap(({ proofs }) => proofs.map(({ file }) => file)));
  const tests = await collectTests([...files]);
  return rows.flatMap((row) => [
    ...(row.proofs.length === 0 ? [`${row.kind} ${row.name}: no test is named`] : []),
    ...row.proofs
      .filter((proof) => !isProven(proof, tests[proof.file] ?? []))
      .map(({ file, test }) => `${row.kind} ${row.name}: ${file} runs no “${test}”`),
  ]);
}

function isProven({ test }: Proof, found: readonly RecordedTest[]): boolean {
  const named = found.filter(({ path }) => path.at(-1) === test || path.join(': ') === test);
  return named.length > 0 && named.every(({ isSkipped }) => !isSkipped);
}
