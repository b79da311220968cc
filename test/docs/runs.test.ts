import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { keptFolder, mergeRuns, type NotedRun, readRuns } from '../faults/noted-runs.ts';
import { renderRuns, summedParts } from '../faults/run-sums.ts';

interface Weeks extends NotedRun {
  weeks: number;
}

/** The newest say `answeredInTime`; `answered` counted what came later, too. */
interface Overload extends NotedRun {
  seconds: number;
  possible: number;
  answered?: number;
  answeredInTime?: number;
}

const run = (from: number, weeks: number, commit = 'old'): Weeks => ({
  from,
  weeks,
  commit,
  ended_at: '2026-11-26T00:00:00.000Z',
});

describe('test/faults/RUNS.md', () => {
  it('is what the files in test/faults/runs say', async () => {
    const page = await readFile(join(keptFolder, '../RUNS.md'), 'utf8');
    assert.equal(page, await renderRuns());
  });

  it('counts each seed once', async () => {
    for (const [name, { size }] of Object.entries(summedParts)) {
      const runs = await readRuns<NotedRun & Record<string, unknown>>(keptFolder, name);
      for (const [index, { from }] of runs.entries()) {
        const before = runs[index - 1];
        if (before === undefined) continue;
        assert.ok(before.from + Number(before[size]) <= from, `${name}: ${from} was run twice`);
      }
    }
  });
});

describe('test/README.md', () => {
  it('gives the newest overload, and calls it missed if it was', async () => {
    const runs = await readRuns<Overload>(keptFolder, 'overload');
    const newest = runs.toSorted((one, other) => one.ended_at.localeCompare(other.ended_at)).at(-1);
    assert.ok(newest);
    const { answered, answeredInTime = answered, possible, seconds } = newest;
    const share = (100 * Number(answeredInTime)) / possible;
    const peak = Math.round(possible / seconds);
    const missed = share < 80 ? ', **missed**' : '';
    const page = await readFile(join(keptFolder, '../../README.md'), 'utf8');
    const row = page.split('\n').find((line) => line.includes('answered, of the peak |')) ?? '';
    const [, , , measured = ''] = row.split('|');
    assert.ok(
      measured.startsWith(` ${Math.floor(share)} % of ${peak} a second${missed}: the newest`),
      `${share} % of ${peak}, but: ${measured}`,
    );
  });
});

describe('a newer run', () => {
  it('stands in the place of those whose seeds it ran again', () => {
    const older = [run(1, 25), run(26, 25), run(100, 25)];
    const newer = [run(50, 2, 'new')];
    assert.deepEqual(mergeRuns(older, newer, 'weeks'), [
      run(1, 25),
      run(50, 2, 'new'),
      run(100, 25),
    ]);
  });
});
