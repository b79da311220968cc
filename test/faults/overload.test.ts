import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sumOf } from './noted-runs.ts';
import { overload } from './overload-part.ts';

it('answers soft pulls or tells them to come later, with five times too many of them', async () => {
  // How soon it answers is a measurement: a busy machine may take longer, and fails nothing.
  const run = { seconds: 5, calmSeconds: 1, warmUp: 200, peakRequests: 400, timeoutMs: 120_000 };
  const { overloaded, after } = await overload(run);
  const seconds = [...overloaded, ...after];
  assert.deepEqual(
    seconds.flatMap(({ failures }) => Object.entries(failures)),
    [],
  );
  assert.ok(sumOf(seconds, ({ good }) => good) > 0);
});
