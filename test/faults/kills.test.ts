import assert from 'node:assert/strict';
import { it } from 'node:test';
import { isReached } from '../bench/part.ts';
import { reasonToSkipPostgres } from '../helpers/postgres-cluster.ts';
import { killUnderLoad } from './kill-part.ts';
import { wrongIn } from './ledger.ts';

/** Most writes before the first kill, of which a backup is taken. */
const run = { seed: 19, kills: 4, engine: 'sqlite', writes: 500 } as const;

it('keeps through kill -9 what was acknowledged, once, also in the backups', async () => {
  const report = await killUnderLoad(run, { isCutShort: true });
  const { killed, bffAlone, serviceAlone, unfinished, ledger, restored } = report;
  assert.equal(killed, run.kills);
  assert.ok(bffAlone > 0 && serviceAlone > 0 && bffAlone + serviceAlone < killed);
  assert.deepEqual([...unfinished, ...wrongIn(ledger)], []);
  assert.deepEqual(
    restored.filter((figure) => !isReached(figure)),
    [],
  );
});

const skip = await reasonToSkipPostgres();

it('keeps it on PostgreSQL, too, with the BFF or the lending service killed', {
  skip,
}, async () => {
  const few = { seed: 12, kills: 2, engine: 'postgres', writes: 100 } as const;
  const report = await killUnderLoad(few, { isCutShort: true });
  const { killed, bffAlone, serviceAlone, unfinished, ledger } = report;
  assert.deepEqual([killed, bffAlone, serviceAlone], [few.kills, 1, 1]);
  assert.deepEqual([...unfinished, ...wrongIn(ledger)], []);
});
