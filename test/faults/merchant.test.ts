import assert from 'node:assert/strict';
import { it } from 'node:test';
import { fuzzMerchantApi } from './merchant/fuzz-merchant.ts';

it('answers wild requests of a merchant’s server without a 5xx or an echo, in the form of the document', async () => {
  const report = await fuzzMerchantApi({ seed: 7, requests: 500 });
  assert.equal(report.requests, 500);
  assert.deepEqual(report.serverErrors, []);
  assert.deepEqual(report.unfit, []);
  assert.deepEqual(report.echoes, []);
  assert.deepEqual(report.overRefunded, []);
});
