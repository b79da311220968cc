import type { TestBff } from './bff.ts';
import { as, ShopPage, signedOrder, stepOf } from './shop-page.ts';

/** What webhooks tell of a checkout until its consumer has accepted. */
export const untilAccepted = [
  'checkout.applied',
  'checkout.offers',
  'checkout.chosen',
  'checkout.accepted',
];

export interface AcceptedLoan {
  order_id?: string;
  /** Of the order; the loan is for 8400.00 all the same, unless `selected_amount` says otherwise. */
  amount?: string;
  selected_amount?: string;
  applicant?: Record<string, unknown>;
  isWithoutOrder?: boolean;
}

/** A page whose consumer has accepted the terms of the cheapest offer, which the lender is told. */
export async function pageWithAcceptedTerms(
  bff: TestBff,
  loan: AcceptedLoan,
  acceptTerms: (page: ShopPage) => Promise<unknown>,
): Promise<ShopPage> {
  const { amount = '8400.00', applicant = {}, isWithoutOrder = false } = loan;
  const page = new ShopPage(bff);
  const order_token = isWithoutOrder
    ? undefined
    : await signedOrder(bff, { amount, ...(loan.order_id && { order_id: loan.order_id }) });
  await page.open({ amount: '8400.00', order_token });
  const offers = as(await page.apply({ ssn: '900-10-0001', ...applicant }), 'offers');
  const path = `/offers/${offers.offers[0]?.offer_uuid}/select`;
  const { selected_amount } = loan;
  as(stepOf(await page.on('POST', path, { selected_amount })), 'redirect');
  await acceptTerms(page);
  as(await page.step(), 'accepted');
  return page;
}
