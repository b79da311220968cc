import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { read, root } from './read-readme.ts';
import { requirementsIn } from './requirements.ts';

/** What the script behind `npm run asvs` prints of a page. */
function print(file: string): Promise<{ code: number; stdout: string }> {
  const script = new URL('test/docs/print-requirements.ts', root).pathname;
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [script, file], (_error, stdout) => {
      resolve({ code: child.exitCode ?? -1, stdout });
    });
  });
}

for (const path of ['server/ASVS.md']) {
  describe(path, () => {
    const page = read(path);
    const requirements = requirementsIn(page);

    it('lists requirements once, in their order', () => {
      const numbers = requirements.map(({ number }) => number);
      const byNumber = (one: string, other: string) =>
        one.localeCompare(other, 'en', { numeric: true });
      assert.deepEqual(numbers, [...new Set(numbers)].toSorted(byNumber));
      assert.equal(requirements.length, page.match(/^\| \d/gm)?.length);
    });

    it('names tests that are there, which its command counts', async () => {
      const { code, stdout } = await print(new URL(path, root).pathname);
      assert.equal(code, 0, stdout.slice(-2_000));
      const covered = requirements.filter(({ state }) => state === 'covered').length;
      assert.match(stdout, new RegExp(`all: ${covered} covered, .* of ${requirements.length}\n`));
    });
  });
}

describe('the command that looks for the tests of a page', () => {
  it('fails where a test is named that is not there, or none', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'requirements-'));
    t.after(() => rm(folder, { recursive: true }));
    const file = join(folder, 'page.md');
    const planted = [
      '| 99.1.1 | 1 | x | `asvs:not-there` |',
      '| 99.1.2 | 1 | x | – |',
      '| 99.1.3 A criterion | AA | x | `wcag:not-there` |',
    ];
    await writeFile(file, planted.join('\n'));
    const { code, stdout } = await print(file);
    assert.equal(code, 1);
    const missing = ['1: no test is asvs:not-there', '2: no test is named', '3: no test is wcag:'];
    assert.ok(stdout.includes(missing.map((each) => `99.1.${each}`).join('\n')), stdout);
  });
});
