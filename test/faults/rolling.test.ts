import assert from 'node:assert/strict';
import { it } from 'node:test';
import { reasonToSkipPostgres } from '../helpers/postgres-cluster.ts';
import { killMigrations } from './rolling/migration-points.ts';
import { rollNodes } from './rolling/roll-nodes.ts';
import { refusalLine } from './rolling-part.ts';

const skip = await reasonToSkipPostgres();

/** Of the statements of a migration: enough to fall before, into and behind its transaction. */
const step = 41;

it('restarts two nodes and replaces them by a newer version, unseen by who asks once more', {
  skip,
}, async () => {
  const report = await rollNodes({ restarts: 2, consumersAtOnce: 6 });
  assert.deepEqual([report.failed, report.cut, report.wrong], [[], [], []]);
  assert.ok(report.slowestStopMs < 10_000, `${report.slowestStopMs} ms`);
  assert.equal(report.upgrades, 1);
  assert.match(report.refusal, refusalLine);
  assert.ok(report.arrived > 0);
});

it('leaves tables as before or as after a migration that is cut off, and completes it', async () => {
  const { killed, failures } = await killMigrations({ step });
  assert.deepEqual(failures, []);
  assert.ok(killed > 3, `${killed} were killed`);
});
