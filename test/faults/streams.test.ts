import assert from 'node:assert/strict';
import { it } from 'node:test';
import { runStreams } from './streams/run-streams.ts';

it('brings each page to every step in time, over streams that are cut, at a server that is killed', async () => {
  // Shorter than the time between two beats: a stream that no step wakes looks with each.
  const promptMs = 10_000;
  const report = await runStreams({ seed: 7, listeners: 8, drops: 80, restarts: 1, promptMs });
  const { drops, restarts, late, backwards, sentAgain, undone } = report;
  assert.deepEqual([drops, restarts], [80, 1]);
  assert.deepEqual([late, backwards, sentAgain, undone], [0, 0, 0, 0]);
});
