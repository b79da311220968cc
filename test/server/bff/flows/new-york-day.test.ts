import assert from 'node:assert/strict';
import { it } from 'node:test';
import { anApplication, codeOf, ShopPage } from '../../../helpers/shop-page.ts';
import { startTestbed } from '../../../helpers/testbed.ts';

const softPull = /^POST .*\/soft-pull\//;

it('goes by the day in New York, as the lender does', async (t) => {
  const testbed = await startTestbed({ isRunning: false });
  t.after(() => testbed.close());
  const page = new ShopPage(testbed.bff);
  // There it is still 2 March.
  testbed.bff.tick(12 * 60 * 60_000);
  await page.open({ amount: '8400.00' });
  const application = anApplication({ date_of_birth: '2008-03-03' });
  const answer = await page.on('POST', '/application', application);
  assert.deepEqual(
    [codeOf(answer), Object.keys((answer.body as { errors: object }).errors)],
    ['invalid_applicant', ['date_of_birth']],
  );
  assert.ok(!testbed.proxy.passed.some((call) => softPull.test(call)));
});
