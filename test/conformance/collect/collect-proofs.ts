import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { collectTests } from './collect-tests.ts';
import type { RecordedTest } from './recording-test.ts';

const root = join(import.meta.dirname, '../../..');

/** A test that proves something. */
export interface Proof extends RecordedTest {
  file: string;
}

/**
 * Every test that has an id of this kind in its name or in that of a suite around it, by that id:
 * `[conformance:race-two-refunds]`, `[asvs:nonces]`, `[wcag:keyboard]`.
 */
export async function collectProofs(kind: string): Promise<Map<string, Proof[]>> {
  const files = globSync('test/**/*.test.ts', { cwd: root }).filter((file) =>
    sourceOf(file).includes(`[${kind}:`),
  );
  const tests = {
    ...(await collectTests(files.filter((file) => !needsBrowser(file)))),
    ...Object.fromEntries(files.filter(needsBrowser).map((file) => [file, namedIn(file)])),
  };
  const mark = new RegExp(`\\[${kind}:([^\\]]+)\\]`, 'g');
  const proofs = new Map<string, Proof[]>();
  for (const [file, recorded] of Object.entries(tests)) {
    for (const test of recorded) {
      for (const [, id = ''] of test.path.join(' ').matchAll(mark)) {
        proofs.set(id, [...(proofs.get(id) ?? []), { file, ...test }]);
      }
    }
  }
  return proofs;
}

function sourceOf(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

/** The widget's tests load in a browser only. */
function needsBrowser(file: string): boolean {
  return file.startsWith('test/widget/');
}

/** The names of a file's tests as they are written. */
function namedIn(file: string): RecordedTest[] {
  const names = sourceOf(file).matchAll(/^\s*it\((['`])(.*)\1,/gm);
  return [...names].map(([, , name = '']) => ({ path: [name], isSkipped: false }));
}
