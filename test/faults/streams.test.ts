import assert from 'node:assert/strict';
import { it } from 'node:test';
import { runStreams } from './streams/run-streams.ts';

it('shows each page every step once, over streams that are cut, at a server that is killed', async () => {
  const report = await runStreams({ seed: 7, listeners: 8, drops: 80, restarts: 1 });
  const { steps, applied, missed, late, backwards, sentAgain, undone } = report;
  assert.deepEqual([report.drops, report.restarts], [80, 1]);
  assert.equal(applied, steps * 4);
  assert.deepEqual([missed, late, backwards, sentAgain, undone], [0, 0, 0, 0, 0]);
});
