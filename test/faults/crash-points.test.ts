import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { reasonToSkipPostgres } from '../helpers/postgres-cluster.ts';
import type { PointReport } from './crash-points/point.ts';
import { crashOnPostgres } from './crash-points/postgres-points.ts';
import { crashStarts, crashTraffic } from './crash-points/sqlite-points.ts';
import { reasonToSkipStrace } from './crash-points/strace.ts';
import { answersBeforeTheirSync } from './crash-points/synced-answers.ts';
import { troubleDisk } from './disk-part.ts';

async function crash(crashing: AsyncGenerator<PointReport>): Promise<void> {
  const reports: PointReport[] = [];
  for await (const report of crashing) reports.push(report);
  assert.deepEqual(
    reports.filter(({ failures }) => failures.length > 0),
    [],
  );
  assert.deepEqual(
    reports.filter(({ place }) => place === null),
    [],
    'nothing was killed',
  );
}

/** The traffic comes to each of these points, however late. */
const patient = { isCutShort: true, reachedWithinMs: 60_000 };

const skip = await reasonToSkipStrace();

describe('killed before the n-th write', { skip }, () => {
  it('starts again on the tables of an earlier version', () =>
    crash(crashStarts([{ seed: 6, stage: 'migration' }])));

  it('has kept what was acknowledged, once', () =>
    crash(
      crashTraffic(
        [
          { seed: 8, stage: 'traffic' },
          { seed: 7, stage: 'traffic' },
          { seed: 31, stage: 'checkpoint' },
        ],
        patient,
      ),
    ));
});

const skipPostgres = skip || (await reasonToSkipPostgres());

describe('a PostgreSQL that is killed', { skip: skipPostgres }, () => {
  it('has kept what was acknowledged, once: before it syncs, and with all its processes', () =>
    crash(
      crashOnPostgres(
        [
          { seed: 24, stage: 'server' },
          { seed: 7, stage: 'outage' },
        ],
        patient,
      ),
    ));
});

describe('what an answer says', { skip }, () => {
  it('is on the disk before the answer leaves', async () => {
    assert.deepEqual(await answersBeforeTheirSync(), []);
  });

  it('is found where it is not', async () => {
    const mistake = {
      file: 'platform/database/sqlite.ts',
      search: 'synchronous = FULL',
      replace: 'synchronous = NORMAL',
    };
    const found = await answersBeforeTheirSync(mistake);
    assert.deepEqual(found, [
      'bff had not synced what it wrote before it answered',
      'lending had not synced what it wrote before it answered',
    ]);
  });
});

describe('a disk in trouble', { skip }, () => {
  it('is answered 503 if it is full, ends the process if it fails, and nothing acknowledged is gone', async () => {
    const { answers, ended, failures } = await troubleDisk({
      seed: 1,
      rounds: 3,
      isCutShort: true,
    });
    assert.deepEqual(failures, []);
    assert.equal(ended, 2);
    assert.deepEqual(
      Object.keys(answers).filter(
        (answer) =>
          !/: (201|503 lender_unavailable)$|^(writes|syncs) that fail: no answer$/.test(answer),
      ),
      [],
    );
  });
});
