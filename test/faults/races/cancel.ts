import { MerchantServer } from '../../helpers/merchant-server.ts';
import { as, ShopPage } from '../../helpers/shop-page.ts';
import { inTurns, type Race } from './race.ts';

const cancelCall = /^POST .*\/accounts\/cancel\//;

const agreeing: Readonly<Record<string, string>> = {
  cancelled: 'Cancelled',
  accepted: 'Approved: Accepted',
};

/**
 * A merchant cancels while the consumer accepts and their page reads the lender; now and then the
 * lender's answer is lost, or the lender will not cancel.
 */
export const cancelRace: Race = {
  name: 'cancelled while the consumer accepts',
  ends: ['cancelled', 'accepted'],
  async run({ testbed, bffs, pass }, index) {
    const { proxy, sandbox } = testbed;
    const [one, other] = inTurns(index >> 1, bffs) as [typeof testbed.bff, typeof testbed.bff];
    const server = new MerchantServer(one);
    const page = new ShopPage(other);
    await page.open({ amount: '8400.00' });
    const { offers } = as(await page.apply({ ssn: '900-10-0001' }), 'offers');
    await page.select(offers[0]?.offer_uuid ?? '');
    const application = await testbed.applicationOf(page);
    if (index % 4 === 1) proxy.fail(cancelCall, 'lose_answer');
    if (index % 4 === 2) proxy.fail(cancelCall, 403, 403);
    if (index % 4 === 3) proxy.fail(cancelCall, 'lose_request', 'lose_answer');
    const accept = () => sandbox.application(application, 'accept-terms');
    const cancel = () => server.askCancel(page.checkoutId);
    const read = () => page.on('GET');
    await Promise.all(inTurns(index, [accept, cancel, read]).map((contend) => contend()));
    await pass(4);
    proxy.heal();
    const { status: ours } = await server.view(page.checkoutId);
    const { status: lenders } = await testbed.lending.context.database.query
      .selectFrom('applications')
      .select('status')
      .where('external_application_id', '=', application)
      .executeTakeFirstOrThrow();
    const torn = agreeing[ours] === lenders ? [] : [`${ours} here, ${lenders} there`];
    return { end: ours, torn };
  },
};
