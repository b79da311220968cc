import type { ChargeView } from '../../../../server/bff/merchant-api/charges.ts';
import { sandboxLenderLogin } from '../../../../server/config/sandbox-settings.ts';
import { basicAuthHeader } from '../../../../server/platform/http/basic-auth.ts';
import type { Charge as LendersCharge } from '../../../helpers/bare-lender/books.ts';
import { type BareTestbed, comeBack } from '../../../helpers/bare-testbed.ts';
import { hourMs, minuteMs } from '../../../helpers/durations.ts';
import { MerchantServer } from '../../../helpers/merchant-server.ts';
import { as, type ShopPage, stepOf } from '../../../helpers/shop-page.ts';
import { callLimitMs } from '../flows/charge-calls.ts';

/** The answer to a page's charge is lost, or its request before it. */
export async function markChargeUnknown(
  { lender }: BareTestbed,
  page: ShopPage,
  what: 'answer' | 'request',
): Promise<void> {
  lender.troubles.next('charge', what === 'answer' ? 'cut_after' : 'cut_before');
  as(stepOf(await page.charge()), 'working');
}

/** The call that was heard last reaches the lender once more, or now at last. */
export async function hearAgain({ lender }: BareTestbed): Promise<LendersCharge> {
  const call = lender.heard.findLast(({ operation }) => operation === 'charge');
  await fetch(`${lender.url}/api/v1/sponsor/merchants/payment-request/`, {
    method: 'POST',
    headers: {
      authorization: basicAuthHeader(sandboxLenderLogin),
      'content-type': 'application/json',
    },
    body: JSON.stringify(call?.body),
  });
  return lender.books.charges.at(-1) ?? notMade();
}

function notMade(): never {
  throw new Error('the lender made no charge');
}

/** The time of the call passes, and the lists are read. */
export async function passLimit(testbed: BareTestbed, page: ShopPage) {
  await passTime(testbed, callLimitMs);
  return page.step();
}

/** Long enough that nothing is in work any more, however little the lender says. */
export async function passQuarterHour(testbed: BareTestbed, page: ShopPage) {
  await passTime(testbed, callLimitMs);
  await passTime(testbed, 16 * minuteMs);
  return comeBack(page);
}

/** Nobody asks meanwhile. */
export async function passHours(testbed: BareTestbed, page: ShopPage, hours: number) {
  for (let left = hours; left > 0; left -= 6) await passTime(testbed, Math.min(left, 6) * hourMs);
  return comeBack(page);
}

async function passTime({ bff }: BareTestbed, milliseconds: number): Promise<void> {
  bff.tick(milliseconds);
  await bff.runDue();
}

/** The page's charge as its merchant's server reads it. */
export async function viewOf(
  { bff }: BareTestbed,
  page: ShopPage,
): Promise<ChargeView | undefined> {
  return (await new MerchantServer(bff).charges(page.checkoutId)).at(-1);
}
