import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { keptFolder, mergeRuns, type NotedRun, readRuns } from '../faults/noted-runs.ts';
import { renderRuns, summedParts } from '../faults/run-sums.ts';

interface Weeks extends NotedRun {
  weeks: number;
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
