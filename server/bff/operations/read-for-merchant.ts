import type { BffContext, Merchant } from '../context.ts';
import type { Charge } from '../domain/charge.ts';
import { chargesOf } from '../domain/charge-view.ts';
import { type Checkout, chargeById } from '../domain/checkout.ts';
import { checkoutView } from '../domain/checkout-view.ts';
import { endWhenIdle } from '../domain/opening.ts';
import { refundView } from '../domain/refund-view.ts';
import { refundsOf } from '../domain/refunding.ts';
import { isLinkOpen } from '../domain/taking-up.ts';
import { BffError } from '../errors.ts';
import type { ChargesPage } from '../merchant-api/charges.ts';
import type { CheckoutView } from '../merchant-api/checkouts.ts';
import type { RefundsPage } from '../merchant-api/refunds.ts';
import type { PageRequest } from '../merchant-api/values.ts';
import { loadCheckout } from '../store/checkouts.ts';
import { payLinkOf } from '../tokens/pay-link.ts';
import { pageOf, unknownCursor } from './list-page.ts';
import { syncCheckout, syncForCall, trySync } from './sync-checkout.ts';

/** The checkout after a read of the lender. @throws BffError `not_found` */
export async function readForMerchant(
  context: BffContext,
  merchant: Merchant,
  id: string,
): Promise<CheckoutView> {
  // What is left of a loan goes on changing once its initial charge is over.
  return viewOf(context, await readOwn(context, merchant, id, syncForCall));
}

/** A checkout as its merchant's server reads it. */
export function viewOf(context: BffContext, checkout: Checkout): CheckoutView {
  const isOpen = isLinkOpen(endWhenIdle(checkout, context.clock.now()));
  return checkoutView(checkout, isOpen ? payLinkOf(context, checkout) : null);
}

/** @throws BffError `not_found`, `invalid_request` for a cursor that is no charge of it */
export async function readCharges(
  context: BffContext,
  merchant: Merchant,
  { id, page }: { id: string; page: PageRequest },
): Promise<ChargesPage> {
  const checkout = await readOwn(context, merchant, id);
  const { rows: charges, has_more } = pageOfRows(
    chargesOf(checkout),
    page,
    (each) => each.charge_id,
  );
  return { charges, has_more };
}

/** @throws BffError `not_found`, `invalid_request` for a cursor that is no refund of the charge */
export async function readRefunds(
  context: BffContext,
  merchant: Merchant,
  { id, chargeId, page }: { id: string; chargeId: string; page: PageRequest },
): Promise<RefundsPage> {
  const checkout = await readOwn(context, merchant, id);
  const isKnown = chargesOf(checkout).some(({ charge_id }) => charge_id === chargeId);
  if (!isKnown) throw new BffError('not_found');
  const { rows: refunds, has_more } = pageOfRows(
    refundsOf(checkout, chargeId).flatMap((refund) => refundView(refund) ?? []),
    page,
    (each) => each.refund_id,
  );
  return { refunds, has_more };
}

async function readOwn(
  context: BffContext,
  merchant: Merchant,
  id: string,
  sync = syncCheckout,
): Promise<Checkout> {
  await loadOwn(context, merchant, id);
  await trySync(context, id, sync);
  return loadOwn(context, merchant, id);
}

/** A page of a list that is at hand. @throws BffError `invalid_request` for an unknown cursor */
function pageOfRows<Row>(
  all: readonly Row[],
  page: PageRequest,
  idOf: (row: Row) => string,
): { rows: Row[]; has_more: boolean } {
  const { starting_after } = page;
  const before = all.findIndex((row) => idOf(row) === starting_after);
  if (before === -1 && starting_after !== undefined) throw unknownCursor();
  return pageOf(all.slice(before + 1), page);
}

/** The merchant's checkout; another one's is none. @throws BffError `not_found` */
export async function loadOwn(
  { database }: Pick<BffContext, 'database'>,
  { publishable_key }: Merchant,
  id: string,
): Promise<Checkout> {
  const checkout = await loadCheckout(database.query, id);
  if (checkout?.publishableKey !== publishable_key) throw new BffError('not_found');
  return checkout;
}

/** A charge of the merchant's checkout. @throws BffError `not_found` */
export async function loadCharge(
  context: Pick<BffContext, 'database'>,
  merchant: Merchant,
  { id, chargeId }: { id: string; chargeId: string },
): Promise<Charge> {
  return chargeOf(await loadOwn(context, merchant, id), chargeId);
}

/** A charge that has not come to nothing. @throws BffError `not_found` */
export function chargeOf(checkout: Checkout, chargeId: string): Charge {
  const charge = chargeById(checkout, chargeId);
  if (charge === undefined || charge.state === 'void') throw new BffError('not_found');
  return charge;
}
