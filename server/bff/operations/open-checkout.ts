import type { CheckoutSession, CreateCheckout } from '../../../widget/contract/checkout.ts';
import { parseCents } from '../../platform/money.ts';
import type { BffContext, Merchant } from '../context.ts';
import { type Caller, mayGoOn, pageOrigin } from '../domain/admission.ts';
import type { Checkout } from '../domain/checkout.ts';
import { IllegalMoveError } from '../domain/checkout-machine.ts';
import {
  assertRequestable,
  takenUpBy,
  blankCheckout,
  bringOrder,
  changeAmount,
  endWhenIdle,
  isSameOrder,
} from '../domain/opening.ts';
import type { OrderClaims } from '../domain/order-claims.ts';
import { assertReturnUrl } from '../domain/return-url.ts';
import { stepOf } from '../domain/step.ts';
import { BffError } from '../errors.ts';
import { readOrderToken } from '../order-token.ts';
import { lockCheckout } from '../store/checkouts.ts';
import { writeChange, writeNew } from './write-checkout.ts';
import { claimOrder } from './claim-order.ts';
import { checkoutOfHandle, openSession, sessionAnswer } from './open-session.ts';
import { trySync } from './sync-checkout.ts';

export interface OpenedCheckout {
  readonly session: CheckoutSession;
  readonly isNew: boolean;
}

interface Opening {
  merchant: Merchant;
  caller: Caller;
  body: CreateCheckout;
  /** Where the consumer is. */
  origin: string;
  claims: OrderClaims | undefined;
}

/**
 * A checkout for this order: the one of a good handle, else a new one.
 * @throws BffError `origin_not_allowed`, `order_invalid`, `amount_out_of_range`
 */
export async function openCheckout(
  context: BffContext,
  { merchant, caller, body }: Pick<Opening, 'merchant' | 'caller' | 'body'>,
): Promise<OpenedCheckout> {
  const origin = pageOrigin(caller, body.parent_origin, merchant.origins);
  assertReturnUrl(body.return_url, merchant.origins);
  const claims = await orderClaims(context, merchant, body);
  const opening: Opening = { merchant, caller, body, origin, claims };
  const known = await knownCheckout(context, opening);
  if (known !== undefined) return resumeKnown(context, opening, known.id);
  return { session: await openNew(context, opening), isNew: true };
}

async function orderClaims(
  { config, clock }: BffContext,
  merchant: Merchant,
  { order_token }: CreateCheckout,
): Promise<OrderClaims | undefined> {
  if (order_token === undefined) return undefined;
  return readOrderToken(merchant, order_token, {
    issuer: merchant.publishable_key,
    audience: config.bffPublicUrl,
    now: clock.now(),
  });
}

async function knownCheckout(
  context: BffContext,
  { merchant, caller, body, claims }: Opening,
): Promise<Checkout | undefined> {
  if (body.resume === undefined) return undefined;
  const publishableKey = merchant.publishable_key;
  const checkout = await checkoutOfHandle(context, { handle: body.resume, publishableKey });
  if (checkout === undefined || !mayGoOn(caller, checkout)) return undefined;
  const amountCents = body.amount === undefined ? null : parseCents(body.amount);
  const isSame = isSameOrder(checkout, { amountCents, order: claims?.order ?? null });
  return isSame ? checkout : undefined;
}

async function openNew(
  context: BffContext,
  { merchant, caller, body, origin, claims }: Opening,
): Promise<CheckoutSession> {
  // An order that has expired only says which checkout a handle must lead to.
  if (claims?.isExpired) throw new BffError('order_invalid');
  const amountCents = body.amount === undefined ? null : parseCents(body.amount);
  const requestedCents = claims?.order.amountCents ?? amountCents;
  if (requestedCents !== null) assertRequestable(requestedCents);
  const checkout: Checkout = {
    ...blankCheckout,
    id: context.ids.uuid(),
    publishableKey: merchant.publishable_key,
    origin,
    isFramed: caller.isFramed,
    returnUrl: body.return_url,
    locale: body.locale,
    amountCents,
    order: claims?.order ?? null,
    touchedAt: context.clock.now(),
  };
  const token = await context.database.transaction(async (tx) => {
    await writeNew(context, tx, checkout);
    if (claims !== undefined) await claimOrder(context, tx, checkout, claims);
    return openSession(context, tx, checkout.id);
  });
  return sessionAnswer(context, checkout.id, token);
}

async function resumeKnown(
  context: BffContext,
  { caller, body, origin, claims }: Opening,
  id: string,
): Promise<OpenedCheckout> {
  const { database, clock } = context;
  const token = await database.transaction(async (tx) => {
    const before = await lockCheckout(tx, database.engine, id);
    if (before === undefined) throw new BffError('not_found');
    const takenUp = takenUpBy(endWhenIdle(before, clock.now()), { ...caller, origin });
    const brought = broughtUpToDate(takenUp, body, claims, clock.now());
    const takesOrder = claims !== undefined && brought.order !== before.order;
    // A page from a cache may bring an older token of the order: that only names it.
    const isOlder = takesOrder && !(await claimOrder(context, tx, before, claims));
    const { order } = isOlder ? before : brought;
    await writeChange(context, tx, before, { ...brought, order });
    return openSession(context, tx, id);
  });
  await trySync(context, id);
  return { session: await sessionAnswer(context, id, token), isNew: false };
}

/** What the page says now, as far as the checkout still takes it. */
function broughtUpToDate(
  checkout: Checkout,
  { amount, locale, return_url }: CreateCheckout,
  claims: OrderClaims | undefined,
  now: number,
): Checkout {
  const current = { ...checkout, locale, returnUrl: return_url };
  const ordered =
    claims === undefined || claims.isExpired
      ? current
      : unlessTooLate(current, (each) => bringOrder(each, claims.order, now));
  if (amount === undefined || stepOf(ordered).screen !== 'details') return ordered;
  return changeAmount(ordered, parseCents(amount), now);
}

/** A resumed checkout that takes no order any more is resumed all the same. */
function unlessTooLate(checkout: Checkout, change: (checkout: Checkout) => Checkout): Checkout {
  try {
    return change(checkout);
  } catch (error) {
    const isTooLate = error instanceof BffError && error.code === 'wrong_step';
    if (isTooLate || error instanceof IllegalMoveError) return checkout;
    throw error;
  }
}
