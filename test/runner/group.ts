// node test/runner/group.ts <folder> <file...>: tests of these files in one process, one file after
// the other, each of which no other process with the same folder has begun.

import { AsyncResource } from 'node:async_hooks';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from 'node:test';
import { pathToFileURL } from 'node:url';
import { inspect } from 'node:util';
import { Shared } from '../helpers/shared.ts';
import { followPromises, leavePromises } from './async-tracking.ts';

const root = join(import.meta.dirname, '../..');
const [folder = '', ...files] = process.argv.slice(2);
let running = '';

// Nobody knows which test it comes from, which might now wait for ever: a file alone says more.
for (const event of ['uncaughtException', 'unhandledRejection']) {
  process.on(event, (error) => {
    process.stderr.write(`${event} in ${running}: ${inspect(error)}\n`);
    process.exit(1);
  });
}
Shared.keepBetweenFiles();
for (const file of files) {
  if (!isClaimed(file)) continue;
  running = file;
  // No test is this one's parent.
  const outside = new AsyncResource('file');
  followPromises();
  // A suite per file: what a file does before and after all of its tests, it does for its own only.
  await outside.runInAsyncScope(() =>
    describe(file, async () => {
      try {
        await import(pathToFileURL(join(root, file)).href);
      } finally {
        leavePromises();
      }
    }),
  );
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
