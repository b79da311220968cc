import { afterACommit } from '../../platform/database/database.ts';
import { dayMs } from '../../platform/durations.ts';
import { parseCents } from '../../platform/money.ts';
import type { BffContext, Merchant } from '../context.ts';
import { assertReturnUrl } from '../domain/admission.ts';
import type { Checkout } from '../domain/checkout.ts';
import { statusOf } from '../domain/checkout-status.ts';
import { assertRequestable, blankCheckout } from '../domain/opening.ts';
import { stepOf, wireTime } from '../domain/step.ts';
import { BffError } from '../errors.ts';
import type { CreateCheckoutRequest, CreatedCheckout } from '../merchant-api/checkouts.ts';
import { isSellerOf } from '../merchants.ts';
import { loadCheckout } from '../store/checkouts.ts';
import { payLinkOf, payUrlOf } from '../tokens/pay-link.ts';
import { writeHandle } from '../tokens/resume-handle.ts';
import { findRepeat, type KeyedRequest, keyedFor, takeKey } from './idempotency-key.ts';
import { writeNew } from './write-checkout.ts';

interface MerchantRequest {
  merchant: Merchant;
  body: CreateCheckoutRequest;
  /** `Idempotency-Key` */
  key: string | undefined;
}

/**
 * A checkout for an order of the merchant's server, whose amount nobody else can change; under the
 * same key, the one that was made first.
 * @throws BffError `origin_not_allowed`, `invalid_request`, `amount_out_of_range`, `idempotency_conflict`
 */
export async function openForMerchant(
  context: BffContext,
  { merchant, body, key }: MerchantRequest,
): Promise<CreatedCheckout> {
  const keyed = keyedFor(context, merchant, { operation: 'checkout', key, body });
  // A repeat is answered, whatever the merchant's entry and the time allow by now.
  const known = await findRepeat(context, keyed);
  const id = known?.checkoutId ?? (await writeOnce(context, { merchant, body, keyed }));
  return createdAnswer(context, id);
}

/** The checkout with what its merchant's server was given last to open it, void or not. */
export async function createdAnswer(context: BffContext, id: string): Promise<CreatedCheckout> {
  // This call may have made it.
  const stored = await afterACommit(() => loadCheckout(context.database.query, id));
  if (stored === undefined) throw new BffError('not_found');
  const { issuedGeneration: generation } = stored;
  return {
    checkout_id: id,
    // Never of the generation that a browser has made its own: the merchant would see its offers.
    client_token: writeHandle(context.handleKey, { checkoutId: id, generation, rights: 'all' }),
    url: payLinkOf(context, stored),
    status: statusOf(stored),
    expires_at: wireTime(stored.expiresAt ?? stored.createdAt),
    step: stepForServer(stored),
  };
}

/** After the details, the screen's name alone: offers and the lender's link are the consumer's. */
function stepForServer(checkout: Checkout): CreatedCheckout['step'] {
  const step = stepOf(checkout);
  if (step.screen !== 'details') return { screen: step.screen };
  const { screen, amount, amount_locked } = step;
  return { screen, amount_locked, ...(amount !== null && { amount }) };
}

/**
 * @param amountField of the request, to be named where the amount is out of range
 * @throws BffError `origin_not_allowed`, `invalid_request`, `amount_out_of_range`
 */
export function newCheckout(
  context: BffContext,
  merchant: Merchant,
  { amount, order_id, description, return_url, locale = 'en', ...sale }: CreateCheckoutRequest,
  amountField?: 'amount',
): Checkout {
  const { ids, clock } = context;
  const returnUrl = return_url === payUrlOf(context) ? null : (return_url ?? null);
  if (returnUrl !== null) assertReturnUrl(returnUrl, merchant.origins);
  assertSeller(merchant, sale.sold_by);
  const amountCents = parseCents(amount);
  assertRequestable(amountCents, merchant.amounts, amountField);
  const issuedAt = Math.floor(clock.now() / 1000);
  return {
    ...blankCheckout,
    id: ids.orderedUuid(clock.now()),
    publishableKey: merchant.publishable_key,
    madeBy: 'server',
    origin: null,
    isFramed: false,
    soldBy: sale.sold_by ?? null,
    offerCode: sale.offer_code ?? null,
    expiresAt: expiryOf(sale.expires_at, clock.now()),
    returnUrl,
    locale,
    amountCents: null,
    order: { id: order_id, amountCents, description: description ?? null, issuedAt },
    createdAt: clock.now(),
    touchedAt: clock.now(),
    openedAt: clock.now(),
  };
}

/** @throws BffError `invalid_request` for nobody of the merchant's entry */
function assertSeller(merchant: Merchant, userId: string | undefined): void {
  if (userId === undefined || isSellerOf(merchant, userId)) return;
  throw new BffError('invalid_request', { errors: { sold_by: ['not_an_option'] } });
}

const usualLifetimeMs = 30 * dayMs;
const longestLifetimeMs = 90 * dayMs;

/** @throws BffError `invalid_request` for a time that is over, or too far off */
function expiryOf(asked: number | undefined, now: number): number {
  const at = asked ?? now + usualLifetimeMs;
  if (at > now && at <= now + longestLifetimeMs) return at;
  throw new BffError('invalid_request', { errors: { expires_at: ['not_accepted'] } });
}

/** @returns the id of the checkout that the request is answered with */
function writeOnce(
  context: BffContext,
  {
    merchant,
    body,
    keyed,
  }: Pick<MerchantRequest, 'merchant' | 'body'> & { keyed: KeyedRequest | undefined },
): Promise<string> {
  const checkout = newCheckout(context, merchant, body, 'amount');
  return context.database.transaction(async (tx) => {
    const known = await takeKey(tx, keyed, { checkoutId: checkout.id, targetId: null });
    if (known !== undefined) return known.checkoutId;
    await writeNew(context, tx, checkout);
    return checkout.id;
  });
}
