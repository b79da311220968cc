import assert from 'node:assert/strict';
import { it } from 'node:test';
import { standStill } from './standstill-part.ts';

it('loses nobody and nothing while the process stands still, and doubles nothing', async () => {
  const report = await standStill({ seconds: 5, capacityMs: 2_000, calmMs: 1_000 });
  assert.deepEqual([...report.gaveUp, ...report.wrong], []);
  assert.ok(report.mostWaiting > 0);
});
