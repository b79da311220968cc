import assert from 'node:assert/strict';
import { it } from 'node:test';
import { fuzzAddresses } from './hostile/fuzz-addresses.ts';

it('answers hostile requests to every address without a 5xx or an echo', async () => {
  const { requests, statuses, serverErrors, echoes } = await fuzzAddresses({
    seed: 7,
    requests: 1_500,
  });
  assert.equal(requests, 1_500);
  for (const status of [200, 400, 401, 403, 404, 405, 415]) {
    assert.ok((statuses[status] ?? 0) > 0, `none was answered ${status}`);
  }
  assert.deepEqual(serverErrors, []);
  assert.deepEqual(echoes, []);
});
