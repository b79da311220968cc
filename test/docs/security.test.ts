import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { describe, it } from 'node:test';
import { deadLinks } from './links.ts';
import { read, root } from './read-readme.ts';

const security = read('server/SECURITY.md');
const threats = security.split('\n').flatMap((line) => {
  const [, id, row] = /^\| (T\d+) \| (.*) \|$/.exec(line) ?? [];
  return id === undefined || row === undefined ? [] : [{ id, row }];
});

/** The files of the repository that are named in a text. */
function filesIn(text: string): string[] {
  const named = text.matchAll(/`((?:server|widget|test|demo)\/[\w./-]+\.\w+)`/g);
  return [...named].map(([, path = '']) => path);
}

/** Each test that a row names in “quotation marks”, with the file before it. */
function testsIn(row: string): { file: string; name: string }[] {
  const tests: { file: string; name: string }[] = [];
  let file = '';
  for (const [, path, name] of row.matchAll(/`(test\/[^`]+)`|“([^”]+)”/g)) {
    if (path !== undefined) file = path;
    if (name !== undefined) tests.push({ file, name: name.replaceAll('\\|', '|') });
  }
  return tests;
}

describe('server/SECURITY.md', () => {
  it('has a row for each threat from T1 to T30', () => {
    const wanted = Array.from({ length: 30 }, (_, index) => `T${index + 1}`);
    assert.deepEqual(
      threats.map(({ id }) => id),
      wanted,
    );
  });

  it('names files that exist', () => {
    const files = filesIn(security);
    assert.notEqual(files.length, 0);
    assert.deepEqual(
      files.filter((path) => !existsSync(new URL(path, root))),
      [],
    );
  });

  for (const { id, row } of threats) {
    it(`names tests of ${id} that are in their files, or says that there is none`, () => {
      const tests = filesIn(row).filter((path) => /^test\/.*\.test\.ts$/.test(path));
      assert.ok(tests.length > 0 || row.includes('not tested'));
      const missing = testsIn(row).filter(({ file, name }) => !read(file).includes(name));
      assert.deepEqual(missing, []);
    });
  }

  it('leads to files and headings that exist', () => {
    assert.deepEqual(deadLinks('server/SECURITY.md'), []);
  });

  it('is led to by README.md', () => {
    assert.ok(read('README.md').includes('](server/SECURITY.md)'));
  });
});
