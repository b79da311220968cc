import { it } from 'node:test';
import { scheduleFollowing } from '../../../../server/bff/operations/follow-settled.ts';
import { otherShop, shop } from '../../../helpers/bff.ts';
import { as, ShopPage } from '../../../helpers/shop-page.ts';
import { acceptedPage, startTestbed } from '../../../helpers/testbed.ts';
import { pendingCharge } from './charge-calls.ts';

/** More than there are places for due work without a lane, or connections to the lender. */
const count = 80;

it('a start that follows the settled charges of many merchants holds up no consumer', async (t) => {
  const others = Array.from({ length: count }, (_, number) => ({
    ...otherShop,
    publishable_key: `pk_test_${number}`,
    secret_key_sha256: [],
    order_secrets: [],
  }));
  const merchants = [shop, otherShop, ...others];
  const testbed = await startTestbed({ config: { merchants } });
  t.after(() => testbed.close());
  const { context, database } = testbed.bff;
  const page = await acceptedPage(testbed, { applicant: { ssn: '900-10-0001' } });
  await pendingCharge(page);
  const charge = await database.query.selectFrom('charges').selectAll().executeTakeFirstOrThrow();
  const settled = others.map(({ publishable_key: merchant }) => {
    return { ...charge, id: `${charge.id} ${merchant}`, merchant, state: 'settled' as const };
  });
  await database.query.insertInto('charges').values(settled).execute();
  testbed.proxy.fail(/^GET .*\/transactions\//, ...Array<'hold'>(count).fill('hold'));
  await scheduleFollowing(context);
  await testbed.proxy.held(8);
  const waiting = new ShopPage(testbed.bff);
  await waiting.open({ amount: '8400.00' });
  const { offers } = as(await waiting.apply({ email: 'another@example.test' }), 'offers');
  await waiting.select(offers[0]?.offer_uuid ?? '');
  await testbed.sandbox.application(await testbed.applicationOf(waiting), 'accept-terms');
  await testbed.arrive(waiting, 'accepted');
  testbed.proxy.release();
});
