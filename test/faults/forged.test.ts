import assert from 'node:assert/strict';
import { it } from 'node:test';
import { runForged } from './forged/run-forged.ts';

/** A hundred of each kind. */
const run = { seed: 7, forgeries: 1_300 };

it('refuses all forged credentials, and takes the good ones beside them', async () => {
  const { forgeries, accepted, refused } = await runForged(run);
  assert.equal(forgeries, run.forgeries);
  assert.deepEqual([accepted, refused], [[], []]);
});
