import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { run } from 'node:test';
import { countsLine, failure, isTheCause } from '../helpers/brief-reporter.ts';
import { noteTimes, type TestTime } from './test-times.ts';

const group = join(import.meta.dirname, 'group.ts');

/** Tests wait for other processes about half of the time. */
const processes = 2 * availableParallelism();

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

/**
 * Runs test files in a few processes, each of which takes the next file when it is through with one:
 * what a process loads it loads once, and all of them end at about the same time. Prints what failed,
 * what tests wrote to stderr and, last, one line of counts.
 * @param files those that take longest first
 * @returns true when nothing failed
 */
export async function runFiles(files: readonly string[]): Promise<boolean> {
  const start = performance.now();
  const counts: Counts = { passed: 0, failed: 0, skipped: 0 };
  const begun = await mkdtemp(join(tmpdir(), 'soft-pull-begun-'));
  const count = Math.min(processes, files.length);
  try {
    await Promise.all(Array.from({ length: count }, () => runGroup([begun, ...files], counts)));
  } finally {
    await rm(begun, { recursive: true });
  }
  process.stdout.write(countsLine(counts, performance.now() - start));
  return counts.failed === 0;
}

async function runGroup(argv: readonly string[], counts: Counts): Promise<void> {
  const times: TestTime[] = [];
  for await (const { type, data } of run({ files: [group], argv: [...argv] })) {
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
