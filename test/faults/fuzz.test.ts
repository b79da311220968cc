import assert from 'node:assert/strict';
import { it } from 'node:test';
import { fuzz } from './fuzz/fuzz.ts';

it('answers wild requests without a 5xx, in the form that the document says [asvs:answer-fields]', async () => {
  const { requests, serverErrors, unfit } = await fuzz({ seed: 7, requests: 400 });
  assert.equal(requests, 400);
  assert.deepEqual(serverErrors, []);
  assert.deepEqual(unfit, []);
});
