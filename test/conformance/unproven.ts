import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { collectTests } from './collect/collect-tests.ts';
import type { RecordedTest } from './collect/recording-test.ts';
import type { Row } from './rows/row.ts';

const root = join(import.meta.dirname, '../..');

/** A test that proves something. */
export interface Proof extends RecordedTest {
  file: string;
}

/** Every test that has an id of the description in its name, by that id. */
export async function collectProofs(): Promise<Map<string, Proof[]>> {
  const files = globSync('test/**/*.test.ts', { cwd: root }).filter((file) =>
    readFileSync(join(root, file), 'utf8').includes('[conformance:'),
  );
  const proofs = new Map<string, Proof[]>();
  for (const [file, tests] of Object.entries(await collectTests(files))) {
    for (const test of tests) {
      for (const [, id = ''] of (test.path.at(-1) ?? '').matchAll(/\[conformance:([^\]]+)\]/g)) {
        proofs.set(id, [...(proofs.get(id) ?? []), { file, ...test }]);
      }
    }
  }
  return proofs;
}

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
