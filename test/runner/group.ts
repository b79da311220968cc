// node test/runner/group.ts <file...>: the tests of these files, one file after the other, in one process.
import { describe } from 'node:test';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const root = join(import.meta.dirname, '../..');

for (const file of process.argv.slice(2)) {
  // A suite per file: what a file does before and after all of its tests, it does for its own only.
  describe(file, async () => {
    await import(pathToFileURL(join(root, file)).href);
  });
}
