import { hourMs } from '../helpers/durations.ts';
import { MerchantServer } from '../helpers/merchant-server.ts';
import { as, ShopPage } from '../helpers/shop-page.ts';
import { startTestbed, type Testbed } from '../helpers/testbed.ts';

export interface CancelRaces {
  readonly tries: number;
  /** How many ended as cancelled, and as accepted. */
  readonly cancelled: number;
  readonly accepted: number;
  /** Tries after which BFF and lender say different things. */
  readonly torn: readonly string[];
}

const cancelCall = /^POST .*\/accounts\/cancel\//;

/**
 * A merchant cancels while the consumer accepts, so many times; now and then the lender's answer is
 * lost, or the lender will not cancel. When all has been heard, both must say the same.
 */
export async function runCancelRaces(tries: number): Promise<CancelRaces> {
  const testbed = await startTestbed({ isRunning: false });
  try {
    const ends = [];
    for (let index = 0; index < tries; index += 1) ends.push(await race(testbed, index));
    return {
      tries,
      cancelled: ends.filter(({ ours }) => ours === 'cancelled').length,
      accepted: ends.filter(({ ours }) => ours === 'accepted').length,
      torn: ends.flatMap(({ ours, lenders }, index) =>
        agreeing[ours] === lenders ? [] : [`try ${index}: ${ours} here, ${lenders} there`],
      ),
    };
  } finally {
    await testbed.close();
  }
}

const agreeing: Readonly<Record<string, string>> = {
  cancelled: 'Cancelled',
  accepted: 'Approved: Accepted',
};

async function race(testbed: Testbed, index: number): Promise<{ ours: string; lenders: string }> {
  const { bff, proxy, sandbox } = testbed;
  const server = new MerchantServer(bff);
  const page = new ShopPage(bff);
  await page.open({ amount: '8400.00' });
  const { offers } = as(await page.apply({ ssn: '900-10-0001' }), 'offers');
  await page.select(offers[0]?.offer_uuid ?? '');
  const application = await testbed.applicationOf(page);
  if (index % 4 === 1) proxy.fail(cancelCall, 'lose_answer');
  if (index % 4 === 2) proxy.fail(cancelCall, 403, 403);
  if (index % 4 === 3) proxy.fail(cancelCall, 'lose_request', 'lose_answer');
  const accept = () => sandbox.application(application, 'accept-terms');
  const cancel = () => server.askCancel(page.checkoutId);
  await Promise.all(index % 2 === 0 ? [accept(), cancel()] : [cancel(), accept()]);
  for (let hour = 0; hour < 4; hour += 1) {
    bff.tick(hourMs);
    testbed.lending.tick(hourMs);
    await bff.runDue();
  }
  proxy.heal();
  const { status: ours } = await server.view(page.checkoutId);
  const { status: lenders } = await testbed.lending.context.database.query
    .selectFrom('applications')
    .select('status')
    .where('external_application_id', '=', application)
    .executeTakeFirstOrThrow();
  return { ours, lenders };
}
