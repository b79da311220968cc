import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { RecordedTest } from './recording-test.ts';

const script = join(import.meta.dirname, 'print-tests.ts');

/** The tests of these files, by file, as the test runner would find them. */
export async function collectTests(
  files: readonly string[],
): Promise<Record<string, RecordedTest[]>> {
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...files], {
    maxBuffer: 64 * 1024 * 1024,
  });
  return JSON.parse(stdout);
}
