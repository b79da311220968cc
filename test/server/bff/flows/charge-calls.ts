import { as, type ShopPage, stepOf } from '../../../helpers/shop-page.ts';
import type { Testbed } from '../../../helpers/testbed.ts';

/** The call to the lender that asks for a charge. */
export const chargeCall = /^POST .*\/payment-request\//;

/** How long a charge without an answer may still be under way: the call's 20 s and a margin. */
export const callLimitMs = 25_000;

/** How often the lender was asked for a charge. */
export function chargesAsked({ proxy }: Pick<Testbed, 'proxy'>): number {
  return proxy.passed.filter((call) => chargeCall.test(call)).length;
}

/** How often the lender was asked for lists of all the merchant's charges. */
export function listsRead({ proxy }: Pick<Testbed, 'proxy'>): number {
  const list = /^GET .*\/(?:payment-request|transactions)\//;
  return proxy.passed.filter((call) => list.test(call)).length;
}

/** The charge requests that the lender has made. */
export function chargeRequests({ lending }: Testbed) {
  return lending.context.database.query.selectFrom('charge_requests').selectAll().execute();
}

/** Asks for the charge of a page's checkout, which then waits for its consumer. */
export async function pendingCharge(page: ShopPage) {
  return as(stepOf(await page.charge()), 'charge_pending');
}

/** How the charge of a page's checkout has ended. */
export async function chargeOutcome(page: ShopPage) {
  return as(await page.step(), 'charge_outcome');
}
