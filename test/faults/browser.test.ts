import assert from 'node:assert/strict';
import { it } from 'node:test';
import { runJourneys } from './browser/run-journeys.ts';

it('ends in one soft pull and one charge, whatever befalls the browser', async () => {
  const seeds = [1, 2];
  for (const { seed, wrong, troubles } of await runJourneys(seeds)) {
    assert.equal(wrong, null, `seed ${seed}`);
    assert.ok(troubles.length > 0, `seed ${seed} had no trouble`);
  }
});
