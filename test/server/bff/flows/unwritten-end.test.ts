import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { refuseWrites } from '../../../helpers/full-disk.ts';
import { anApplication, codeOf, type PageAnswer, ShopPage } from '../../../helpers/shop-page.ts';
import { acceptedPage, startTestbed, type Testbed } from '../../../helpers/testbed.ts';
import { chargeCall, chargesAsked } from './charge-calls.ts';

const softPullCall = /^POST .*\/soft-pull\//;
const skip = process.env.TEST_DATABASE_URL ? 'PostgreSQL plans looks with the intents' : false;

describe('a lender’s answer that SQLite could not take', { skip }, () => {
  let testbed: Testbed;
  before(async () => {
    testbed = await startTestbed({ config: { timing: { pendingReconcileMs: 20 } } });
  });
  after(() => testbed.close());

  /** The answer to a call of the page during which the disk fills; then there is room again. */
  const withoutRoom = async (lenderCall: RegExp, call: () => Promise<PageAnswer>) => {
    testbed.proxy.fail(lenderCall, 'hold');
    const answer = call();
    await testbed.proxy.held(1);
    const makeRoom = await refuseWrites(testbed.bff.database.query);
    testbed.proxy.release();
    const refused = await answer;
    await makeRoom();
    return refused;
  };
  const loggedOf = (event: string) =>
    testbed.bff.logged.filter((line) => line.includes(`"event":"${event}"`));

  it('is read from the lender, although nobody asks: an application’s', async () => {
    const page = new ShopPage(testbed.bff);
    await page.open({ amount: '8400.00' });
    const apply = () => page.on('POST', '/application', anApplication());
    assert.equal(codeOf(await withoutRoom(softPullCall, apply)), 'internal');
    await testbed.arrive(page, 'offers');
    assert.equal(testbed.proxy.passed.filter((call) => softPullCall.test(call)).length, 1);
    for (const event of ['call_end_not_written', 'reconcile_scheduled']) {
      const [line] = loggedOf(event);
      assert.ok(line?.includes(page.checkoutId), event);
    }
  });

  it('is read from the lender, although nobody asks: a charge’s', async () => {
    const page = await acceptedPage(testbed);
    assert.equal(codeOf(await withoutRoom(chargeCall, () => page.charge())), 'internal');
    await testbed.arrive(page, 'charge_pending');
    assert.equal(chargesAsked(testbed), 1);
  });
});
