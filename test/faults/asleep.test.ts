import assert from 'node:assert/strict';
import { it } from 'node:test';
import { isReached } from '../bench/part.ts';
import { asleepPart } from './asleep-part.ts';

it('runs once, and oldest first, what has become due while the process slept', async () => {
  const figures = await asleepPart({ seed: 3, timers: 2_000 }).run();
  const counts = figures.filter(({ unit }) => unit === '');
  assert.deepEqual(
    counts.filter((figure) => !isReached(figure)),
    [],
  );
});
