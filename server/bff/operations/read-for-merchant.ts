import type { ChargesAnswer, MerchantCheckoutView } from '../../../widget/contract/merchant.ts';
import { formatCents } from '../../platform/money.ts';
import type { BffContext, Merchant } from '../context.ts';
import { chargesOf } from '../domain/charge-view.ts';
import { type Checkout, requestedCents } from '../domain/checkout.ts';
import { stepOf } from '../domain/step.ts';
import { BffError } from '../errors.ts';
import { loadCheckout } from '../store/checkouts.ts';
import { trySync } from './sync-checkout.ts';

/** The checkout after a read of the lender. @throws BffError `not_found` */
export async function readForMerchant(
  context: BffContext,
  merchant: Merchant,
  id: string,
): Promise<MerchantCheckoutView> {
  const checkout = await readOwn(context, merchant, id);
  const cents = requestedCents(checkout);
  return {
    checkout_id: id,
    order_id: checkout.order?.id ?? null,
    amount: cents === null ? null : formatCents(cents),
    step: stepOf(checkout),
    charges: chargesOf(checkout),
  };
}

/** @throws BffError `not_found` */
export async function readCharges(
  context: BffContext,
  merchant: Merchant,
  id: string,
): Promise<ChargesAnswer> {
  return { charges: chargesOf(await readOwn(context, merchant, id)) };
}

async function readOwn(context: BffContext, merchant: Merchant, id: string): Promise<Checkout> {
  await loadOwn(context, merchant, id);
  await trySync(context, id);
  return loadOwn(context, merchant, id);
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
