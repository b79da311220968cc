import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { requirementsIn } from './asvs.ts';
import { deadLinks } from './links.ts';
import { read, root } from './read-readme.ts';

const page = read('server/ASVS.md');
const requirements = requirementsIn(page);

/** What `npm run asvs` prints of a page, by the script behind it. */
async function print(t: TestContext, text?: string): Promise<{ code: number; stdout: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'asvs-'));
  t.after(() => rm(folder, { recursive: true }));
  const file = join(folder, 'ASVS.md');
  if (text !== undefined) await writeFile(file, text);
  const given = text === undefined ? [] : [file];
  const script = new URL('test/docs/print-asvs.ts', root).pathname;
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [script, ...given], (_error, stdout) => {
      resolve({ code: child.exitCode ?? -1, stdout });
    });
  });
}

describe('server/ASVS.md', () => {
  it('lists requirements once, in their order', () => {
    const numbers = requirements.map(({ number }) => number);
    const byNumber = (one: string, other: string) =>
      one.localeCompare(other, 'en', { numeric: true });
    assert.deepEqual(numbers, [...new Set(numbers)].toSorted(byNumber));
    assert.equal(requirements.length, page.match(/^\| \d/gm)?.length);
  });

  it('leads to files and headings that exist', () => {
    assert.deepEqual(deadLinks('server/ASVS.md'), []);
  });
});

describe('npm run asvs', () => {
  it('finds every test that is named, and counts', async (t) => {
    const { code, stdout } = await print(t);
    assert.equal(code, 0, stdout.slice(-2_000));
    const covered = requirements.filter(({ state }) => state === 'covered').length;
    assert.match(stdout, new RegExp(`all: ${covered} covered, .* of ${requirements.length}\n`));
  });

  it('fails where a test is named that is not there, or none', async (t) => {
    const planted = '| 99.1.1 | 1 | x | `asvs:not-there` |\n| 99.1.2 | 1 | x | – |\n';
    const { code, stdout } = await print(t, planted);
    assert.equal(code, 1);
    assert.match(stdout, /99\.1\.1: no test is asvs:not-there\n99\.1\.2: no test is named/);
  });
});
