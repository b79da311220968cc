// node test/runner/group.ts <folder> <file...>: tests of these files in one process, one file after
// the other, each of which no other process with the same folder has begun.
import { closeSync, openSync } from 'node:fs';
import { describe } from 'node:test';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Shared } from '../helpers/shared.ts';

const root = join(import.meta.dirname, '../..');
const [folder = '', ...files] = process.argv.slice(2);

Shared.keepBetweenFiles();
for (const file of files) {
  if (!isClaimed(file)) continue;
  // A suite per file: what a file does before and after all of its tests, it does for its own only.
  await describe(file, async () => {
    await import(pathToFileURL(join(root, file)).href);
  });
}
await Shared.closeKept();

/** True for the first process that asks. */
function isClaimed(file: string): boolean {
  try {
    closeSync(openSync(join(folder, encodeURIComponent(file)), 'wx'));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}
