import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { mutants } from '../faults/authorization/mutants.ts';
import { plantedLeaks } from '../faults/canaries/planted-leaks.ts';
import { keepMistakes, keepReports, mistakeFiles, readMistakes } from '../faults/kept-notes.ts';
import type { NamedMistake } from '../faults/noted-mistakes.ts';
import {
  keptFolder,
  mergeRuns,
  type NotedRun,
  readRuns,
  wrongProperties,
} from '../faults/noted-runs.ts';
import { renderRuns, summedParts } from '../faults/run-sums.ts';
import { plantedMistakes } from '../faults/simulation/planted.ts';
import { testReadme } from './read-readme.ts';

interface Weeks extends NotedRun {
  weeks: number;
  wrongSeeds?: number[];
  lost?: number;
}

type AnyRun = NotedRun & Record<string, unknown>;

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
    assert.equal(page, await renderRuns(keptFolder));
  });

  it('counts each seed once', async () => {
    for (const [name, { size }] of Object.entries(summedParts)) {
      const runs = await readRuns<AnyRun>(keptFolder, name);
      for (const [index, { from }] of runs.entries()) {
        const before = runs[index - 1];
        if (before === undefined) continue;
        assert.ok(before.from + Number(before[size]) <= from, `${name}: ${from} was run twice`);
      }
    }
  });

  it('has of each run whether it was wrong', async () => {
    for (const name of Object.keys(summedParts)) {
      for (const each of await readRuns<AnyRun>(keptFolder, name)) {
        assert.ok(
          wrongProperties.some((property) => property in each),
          `${name}: from ${each.from}`,
        );
      }
    }
  });
});

describe('test/README.md', () => {
  const readPage = (path: string) => readFile(join(keptFolder, path), 'utf8');
  /** How much was run, as a row has it: `20,000 applicants`, `0 of 500`, but not `answers of 500`. */
  const counts = /\b\d{1,3}(?:,\d{3})+\b|(?<=\b0 of )\d+\b/g;

  it('gives counts that stand in RUNS.md, and calls none wrong where none is', async () => {
    const sections = new Map(
      (await readPage('../RUNS.md')).split('\n## ').map((text) => [text.split('\n')[0], text]),
    );
    const rows = (await readPage('../../README.md'))
      .split('\n')
      .filter((line) => /^\|.*faults\/RUNS\.md#/.test(line) && !line.includes('of the peak'));
    assert.ok(rows.length > 10);
    for (const row of rows) {
      const measured = row.split('|').at(-2)?.trim() ?? '';
      for (const [, name = ''] of row.matchAll(/RUNS\.md#([\w-]+)/g)) {
        for (const [count] of row.matchAll(counts)) {
          assert.match(sections.get(name) ?? '', RegExp(`(?<![\\d,])${count}(?![\\d,])`), row);
        }
        const runs = await readRuns<AnyRun>(keptFolder, name);
        const wrong = runs.filter((each) => hasWrong(each));
        assert.equal(wrong.length === 0, /^0\b/.test(measured), row);
      }
    }
  });

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

function hasWrong(run: AnyRun): boolean {
  return wrongProperties.some((name) => {
    const wrong = run[name];
    return Array.isArray(wrong) ? wrong.length > 0 : Number(wrong ?? 0) > 0;
  });
}

describe('the mistakes that were planted', () => {
  const planted: Readonly<Record<string, readonly NamedMistake[]>> = {
    'planted-mistakes': plantedMistakes,
    'authorization-mutants': mutants,
    'canaries-planted': plantedLeaks,
  };

  const rowOf = (name: string) => {
    const rows = testReadme.split('\n').filter((line) => line.includes(`RUNS.md#${name})`));
    assert.equal(rows.length, 1);
    return String(rows);
  };

  for (const name of mistakeFiles) {
    it(`are kept with what found them, as many as test/README.md says: ${name}`, async () => {
      const kept = await readMistakes(keptFolder, name);
      const known = new Set(planted[name]?.map((mistake) => mistake.name));
      const wrong = kept.filter((mistake) => mistake.wrong === '' || !known.has(mistake.name));
      assert.deepEqual(wrong, []);
      assert.match(rowOf(name), RegExp(`\\b0 of ${kept.length}\\b`));
      const left = known.size - kept.length;
      const said = left === 0 ? [] : [`not found yet: ${left} of all ${known.size}`];
      assert.deepEqual(rowOf(name).match(/not found yet: \d+ of all \d+/g) ?? [], said);
    });
  }

  it('are found by the simulation as late as test/README.md says', async () => {
    const kept = await readMistakes(keptFolder, 'planted-mistakes');
    const latest = Math.max(...kept.map(({ weeks }) => weeks ?? Number.NaN));
    assert.ok(rowOf('planted-mistakes').includes(`the last was found in week ${latest}`));
  });
});

describe('what is kept beside runs', () => {
  it('are the mistakes that were sought, and each report of a part without runs', async (t) => {
    const scratch = await mkdtemp(join(tmpdir(), 'kept-'));
    t.after(() => rm(scratch, { recursive: true }));
    const [from, to] = [scratch, join(scratch, 'kept')];
    const note = (file: string, content: unknown) =>
      writeFile(join(from, file), JSON.stringify(content));
    const keep = async () => {
      await keepMistakes({ from, to });
      await keepReports({ from, to }, Object.keys(summedParts));
    };
    const mistake = { name: 'forgets it', file: '', search: '', replace: '', commit: 'aaaa' };
    const ended_at = '2026-11-28T00:00:00.000Z';
    const figures = [
      { name: 'that failed', value: 2, unit: '', atMost: 0, reached: false },
      { name: 'run', value: 5, unit: '', reached: true },
    ];
    const report = { title: 'Timers', commit: 'bbbb', node: '', cpus: [], figures };
    await note('authorization-mutants.json', [{ ...mistake, ended_at, wrong: '' }]);
    await note('asleep.json', { ...report, measured_at: ended_at });
    await note('kills.json', { ...report, title: 'Kills', measured_at: ended_at });
    await keep();
    await note('authorization-mutants.json', [{ ...mistake, ended_at, wrong: 'a leak' }]);
    await note('asleep.json', { ...report, commit: 'cccc', measured_at: '2026-11-29T00:00:00Z' });
    await keep();
    await keep();
    const lines = (await renderRuns(to)).split('\n').filter((line) => line.startsWith('| 2026'));
    assert.deepEqual(lines, [
      '| 2026-11-28 | aaaa | forgets it | yes |',
      '| 2026-11-28 | bbbb | Timers | that failed: 2, **missed** |',
      '| 2026-11-29 | cccc | Timers | that failed: 2, **missed** |',
    ]);
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

  it('says which seeds were wrong in those, and in the runs before them', () => {
    const older = [
      { ...run(1, 25), wrongSeeds: [3, 7], wrongBefore: [{ seeds: '5', commit: 'oldest' }] },
      { ...run(26, 25), lost: 1 },
      { ...run(51, 25), wrongSeeds: [60] },
    ];
    const newer = [{ ...run(3, 48, 'new'), wrongSeeds: [] }];
    const wrongBefore = [
      { seeds: '5', commit: 'oldest' },
      { seeds: '3', commit: 'old' },
      { seeds: '7', commit: 'old' },
      { seeds: '26 to 50', commit: 'old' },
    ];
    const merged = [{ ...run(3, 48, 'new'), wrongSeeds: [], wrongBefore }, older[2]];
    assert.deepEqual(mergeRuns<Weeks>(older, newer, 'weeks'), merged);
    assert.deepEqual(mergeRuns<Weeks>(merged as Weeks[], newer, 'weeks'), merged);
  });

  it('that is kept again was not wrong before', () => {
    const runs = [{ ...run(1, 25), wrongSeeds: [3] }];
    assert.deepEqual(mergeRuns<Weeks>(runs, runs, 'weeks'), runs);
  });
});
