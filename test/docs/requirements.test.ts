import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { scratchRoot } from '../helpers/scratch.ts';
import { cloneInto, linkPackages } from './clone.ts';
import { read } from './read-readme.ts';
import { requirementsIn } from './requirements.ts';

/** Every criterion of WCAG 2.2 on the levels A and AA. */
const criteria = `
  1.1.1 A, 1.2.1 A, 1.2.2 A, 1.2.3 A, 1.2.4 AA, 1.2.5 AA, 1.3.1 A, 1.3.2 A, 1.3.3 A, 1.3.4 AA,
  1.3.5 AA, 1.4.1 A, 1.4.2 A, 1.4.3 AA, 1.4.4 AA, 1.4.5 AA, 1.4.10 AA, 1.4.11 AA, 1.4.12 AA,
  1.4.13 AA, 2.1.1 A, 2.1.2 A, 2.1.4 A, 2.2.1 A, 2.2.2 A, 2.3.1 A, 2.4.1 A, 2.4.2 A, 2.4.3 A,
  2.4.4 A, 2.4.5 AA, 2.4.6 AA, 2.4.7 AA, 2.4.11 AA, 2.5.1 A, 2.5.2 A, 2.5.3 A, 2.5.4 A, 2.5.7 AA,
  2.5.8 AA, 3.1.1 A, 3.1.2 AA, 3.2.1 A, 3.2.2 A, 3.2.3 AA, 3.2.4 AA, 3.2.6 A, 3.3.1 A, 3.3.2 A,
  3.3.3 AA, 3.3.4 AA, 3.3.7 A, 3.3.8 AA, 4.1.2 A, 4.1.3 AA`;

let folder: string;
let clone: string;
before(async () => {
  folder = await mkdtemp(join(await scratchRoot(), 'requirements-'));
  clone = join(folder, 'clone');
  await cloneInto(clone);
  await linkPackages(clone);
});
after(() => rm(folder, { recursive: true, force: true }));

/**
 * What the script behind `npm run asvs` and `npm run wcag` prints of a page, in a clone in which nothing
 * is built yet.
 */
function print(file: string): Promise<{ code: number; output: string }> {
  const script = 'test/docs/print-requirements.ts';
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [script, file],
      { cwd: clone },
      (_error, ...output) => {
        resolve({ code: child.exitCode ?? -1, output: output.join('') });
      },
    );
  });
}

for (const path of ['server/ASVS.md', 'widget/ACCESSIBILITY.md']) {
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
      const { code, output } = await print(path);
      assert.equal(code, 0, output.slice(-2_000));
      const covered = requirements.filter(({ state }) => state === 'covered').length;
      assert.match(output, new RegExp(`all: ${covered} covered, .* of ${requirements.length}\n`));
    });
  });
}

describe('the criteria of widget/ACCESSIBILITY.md', () => {
  it('are those of WCAG 2.2, A and AA', () => {
    const listed = requirementsIn(read('widget/ACCESSIBILITY.md'));
    assert.deepEqual(
      listed.map(({ number, level }) => `${number} ${level}`),
      criteria.trim().split(/,\s+/),
    );
  });
});

describe('the command that looks for the tests of a page', () => {
  it('fails where a test is named that is not there, or none', async () => {
    const file = join(folder, 'page.md');
    const planted = [
      '| 99.1.1 | 1 | x | `asvs:not-there` |',
      '| 99.1.2 | 1 | x | – |',
      '| 99.1.3 A criterion | AA | x | `wcag:not-there` |',
    ];
    await writeFile(file, planted.join('\n'));
    const { code, output } = await print(file);
    assert.equal(code, 1);
    const missing = ['1: no test is asvs:not-there', '2: no test is named', '3: no test is wcag:'];
    assert.ok(output.includes(missing.map((each) => `99.1.${each}`).join('\n')), output);
  });
});
