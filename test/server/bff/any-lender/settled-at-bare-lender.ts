import { scheduleFollowing } from '../../../../server/bff/operations/follow-settled.ts';
import {
  acceptedAtBareLender,
  type BareTestbed,
  startBareTestbed,
} from '../../../helpers/bare-testbed.ts';
import { MerchantServer } from '../../../helpers/merchant-server.ts';
import { as, type ShopPage, stepOf } from '../../../helpers/shop-page.ts';

/** A BFF that goes on reading the charges which are settled at a bare lender. */
export async function startFollowingTestbed(): Promise<BareTestbed> {
  const testbed = await startBareTestbed();
  await scheduleFollowing(testbed.bff.context);
  return testbed;
}

/** A page whose charge is approved and settled, and the charge's id at the lender. */
export async function settledAtBareLender(
  testbed: BareTestbed,
): Promise<{ page: ShopPage; uuid: string }> {
  const { controls } = testbed.lender;
  const page = await acceptedAtBareLender(testbed);
  const { payment_request_uuid } = as(stepOf(await page.charge()), 'charge_pending');
  const uuid = payment_request_uuid ?? '';
  await controls.approve(uuid);
  controls.moveTransaction(uuid, 'Transferred');
  as(await page.step(), 'charge_outcome');
  return { page, uuid };
}

/** Of the page's first charge, as its merchant's server reads it. */
export async function statusOf({ bff }: BareTestbed, { checkoutId }: ShopPage) {
  return (await new MerchantServer(bff).charges(checkoutId))[0]?.status;
}
