import assert from 'node:assert/strict';
import { it } from 'node:test';
import { runCancelRaces } from './cancel-races.ts';

it('ends in one truth when a merchant cancels while the consumer accepts', async () => {
  const { torn, cancelled, accepted } = await runCancelRaces(20);
  assert.deepEqual(torn, []);
  assert.equal(cancelled + accepted, 20);
  assert.ok(cancelled > 0, 'none was cancelled');
  assert.ok(accepted > 0, 'the lender refused none');
});
