import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { run } from 'node:test';
import { countsLine, failure, isTheCause } from '../helpers/brief-reporter.ts';
import { noteTimes, type TestTime } from './test-times.ts';

const group = join(import.meta.dirname, 'group.ts');

/** Tests wait for other processes about half of the time. */
const processes = 2 * availableParallelism();
/** Each process loads the product again; with several a slot, all slots end at about the same time. */
const groupsPerSlot = 3;

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

/**
 * Runs test files, many in one process and some processes at a time. Prints what failed, what
 * tests wrote to stderr and, last, one line of counts.
 * @returns true when nothing failed
 */
export async function runFiles(files: readonly string[]): Promise<boolean> {
  const start = performance.now();
  const counts: Counts = { passed: 0, failed: 0, skipped: 0 };
  const groups = dealt(files, processes * groupsPerSlot);
  const runNext = async (): Promise<void> => {
    for (let next = groups.shift(); next !== undefined; next = groups.shift()) {
      await runGroup(next, counts);
    }
  };
  await Promise.all(Array.from({ length: processes }, runNext));
  process.stdout.write(countsLine(counts, performance.now() - start));
  return counts.failed === 0;
}

/** Dealt like cards: files of one folder take about as long as each other, and go to all groups. */
function dealt(files: readonly string[], count: number): string[][] {
  const groups: string[][] = Array.from({ length: Math.min(count, files.length) }, () => []);
  for (const [index, file] of files.entries()) groups[index % groups.length]?.push(file);
  return groups;
}

async function runGroup(files: readonly string[], counts: Counts): Promise<void> {
  const times: TestTime[] = [];
  for await (const { type, data } of run({ files: [group], argv: [...files] })) {
    if (type === 'test:stderr') process.stdout.write(data.message);
    if (type === 'test:fail' && isTheCause(data)) {
      counts.failed += 1;
      process.stdout.write(failure(data));
    }
    if ((type === 'test:pass' || type === 'test:fail') && data.details.type !== 'suite') {
      const file = relative(process.cwd(), data.file ?? group);
      times.push({ name: data.name, file, milliseconds: data.details.duration_ms });
    }
    if (type === 'test:summary' && data.file === undefined) {
      counts.passed += data.counts.passed;
      counts.skipped += data.counts.skipped;
    }
  }
  noteTimes(times);
}
