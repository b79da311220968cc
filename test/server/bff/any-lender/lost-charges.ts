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
export async function passLimit({ bff }: BareTestbed, page: ShopPage) {
  await bff.pass(callLimitMs);
  return page.step();
}

/** Long enough that nothing is in work any more, however little the lender says. */
export async function passQuarterHour({ bff }: BareTestbed, page: ShopPage) {
  await bff.pass(callLimitMs);
  await bff.pass(16 * minuteMs);
  return comeBack(page);
}

/** Nobody asks meanwhile. */
export async function passHours({ bff }: BareTestbed, page: ShopPage, hours: number) {
  for (let left = hours; left > 0; left -= 6) await bff.pass(Math.min(left, 6) * hourMs);
  return comeBack(page);
}

/** The page's charge as its merchant's server reads it. */
export async function viewOf(
  { bff }: BareTestbed,
  page: ShopPage,
): Promise<ChargeView | undefined> {
  return (await new MerchantServer(bff).charges(page.checkoutId)).at(-1);
}
