import type { Transaction } from 'kysely';
import type { CheckoutSession, CreateCheckout } from '../../../widget/contract/checkout.ts';
import { IllegalTransitionError } from '../../platform/illegal-transition-error.ts';
import { parseCents } from '../../platform/money.ts';
import { assertListed, type BffContext, type Merchant } from '../context.ts';
import {
  assertReturnUrl,
  type Caller,
  mayBringOrder,
  mayGoOn,
  maySayReturnUrl,
  pageOrigin,
  type Rights,
} from '../domain/admission.ts';
import type { Checkout } from '../domain/checkout.ts';
import {
  applicationsLeftWith,
  assertRequestable,
  blankCheckout,
  bringOrder,
  type ChangeTerms,
  changeAmount,
  isSameOrder,
  mayGiveUpOrder,
  mayPassOrderOn,
  openedAgain,
  resumedBy,
  standsWithOffers,
  supersede,
  withOfferCode,
} from '../domain/opening.ts';
import { stepOf } from '../domain/step.ts';
import { BffError, orderInvalid } from '../errors.ts';
import { lockCheckout } from '../store/checkouts.ts';
import { isOlderOrder, moveOrderToken, useOrderToken } from '../store/order-tokens.ts';
import { applicationOfOrder, noteOrderOpening, problemOfOrder } from '../store/orders-in-use.ts';
import type { BffSchema } from '../store/schema.ts';
import type { OrderClaims } from '../tokens/order-token.ts';
import { readPageOrder } from './read-page-order.ts';
import {
  checkoutOfHandle,
  type KnownCheckout,
  openFirstSession,
  openSession,
  sessionAnswer,
} from './sessions.ts';
import { writeChange, writeNew } from './write-checkout.ts';

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
 * @throws BffError `origin_not_allowed`, `invalid_request`, `order_invalid`, `amount_out_of_range`,
 * `unknown_merchant`
 */
export async function openCheckout(
  context: BffContext,
  { merchant, caller, body }: Pick<Opening, 'merchant' | 'caller' | 'body'>,
): Promise<OpenedCheckout> {
  const origin = pageOrigin(caller, body.parent_origin, merchant.origins);
  assertReturnUrl(body.return_url, merchant.origins);
  const claims = await readPageOrder(context, merchant, body);
  const opening: Opening = { merchant, caller, body, origin, claims };
  const known = await knownCheckout(context, opening);
  const resumed = known && (await resumeKnown(context, opening, known));
  if (resumed !== undefined) return resumed;
  const left = await leftCheckout(context, opening);
  const continued = await continueOrder(context, opening, left);
  if (continued !== undefined) return continued;
  return { session: await openNew(context, opening, left), isNew: true };
}

async function knownCheckout(
  context: BffContext,
  { merchant, caller, body, claims }: Opening,
): Promise<KnownCheckout | undefined> {
  if (body.resume === undefined) return undefined;
  const publishableKey = merchant.publishable_key;
  const known = await checkoutOfHandle(context, { handle: body.resume, publishableKey });
  if (known === undefined || !mayGoOn(caller, known.checkout)) return undefined;
  const { checkout, rights } = known;
  // The merchant's link opens the BFF's own page only.
  if (rights === 'pay') return undefined;
  if (claims !== undefined && !mayBringOrder(rights, checkout, claims.order)) return undefined;
  const amountCents = body.amount === undefined ? null : parseCents(body.amount);
  const isSame = isSameOrder(checkout, { amountCents, order: claims?.order ?? null });
  return isSame ? known : undefined;
}

/** The checkout of this very order that the page leaves by `restart()`. */
async function leftCheckout(
  context: BffContext,
  { merchant: { publishable_key: publishableKey }, caller, body, claims }: Opening,
): Promise<Checkout | undefined> {
  if (body.restart_of === undefined || claims === undefined) return undefined;
  const known = await checkoutOfHandle(context, { handle: body.restart_of, publishableKey });
  const isOfOrder = known?.checkout.order?.id === claims.order.id;
  return known && isOfOrder && mayGoOn(caller, known.checkout) ? known.checkout : undefined;
}

async function openNew(
  context: BffContext,
  { merchant, caller, body, origin, claims }: Opening,
  left?: Checkout,
): Promise<CheckoutSession> {
  assertListed(context, merchant);
  // An order that has expired only says which checkout a handle must lead to.
  if (claims?.isExpired) throw orderInvalid('expired');
  const amountCents = body.amount === undefined ? null : parseCents(body.amount);
  const requestedCents = claims?.order.amountCents ?? amountCents;
  if (requestedCents !== null) {
    const field = claims === undefined ? 'amount' : 'order_token';
    assertRequestable(requestedCents, merchant.amounts, field);
  }
  const checkout: Checkout = {
    ...blankCheckout,
    id: context.ids.orderedUuid(context.clock.now()),
    publishableKey: merchant.publishable_key,
    madeBy: 'page',
    offerCode: claims?.offerCode ?? publicOfferCode(merchant, body),
    origin,
    isFramed: caller.isFramed,
    returnUrl: body.return_url,
    locale: body.locale,
    leftApplications: left === undefined ? [] : applicationsLeftWith(left),
    amountCents,
    order: claims?.order ?? null,
    createdAt: context.clock.now(),
    touchedAt: context.clock.now(),
    openedAt: context.clock.now(),
  };
  return context.database.transaction(async (tx) => {
    if (claims !== undefined && (await isOlderOrder(tx, merchant.publishable_key, claims.order))) {
      throw orderInvalid('outdated');
    }
    const made = { ...checkout, problem: await problemOfOrder(tx, checkout) };
    await writeNew(context, tx, made);
    if (claims !== undefined) await claimOrder(context, tx, checkout, claims, left?.id);
    return openFirstSession(context, tx, made, 'all');
  });
}

/**
 * The order's newest application, for the buyer that the token vouches for, in whatever browser. Each
 * token opens it once; what the merchant's server made is opened by its `client_token` only.
 * @param left what the page leaves: offers are left for a changed cart, which no application goes on
 * with; a form or a decline only for an application that was not left in this way
 */
async function continueOrder(
  context: BffContext,
  { merchant, caller, body, origin, claims }: Opening,
  left?: Checkout,
): Promise<OpenedCheckout | undefined> {
  if (!claims?.vouchesForBuyer || claims.isExpired) return undefined;
  if (left !== undefined && standsWithOffers(left)) return undefined;
  const { database, clock } = context;
  const { engine } = database;
  const { publishable_key: publishableKey } = merchant;
  const { order, jti, expiresAt } = claims;
  const rights = 'all';
  const leftIds = left === undefined ? [] : applicationsLeftWith(left);
  const opened = await database.transaction(async (tx) => {
    const found = await applicationOfOrder(tx, {
      publishableKey,
      orderId: order.id,
      left: leftIds,
    });
    // One that has become a loan is found although it was left.
    if (found?.madeBy !== 'page' || leftIds.includes(found.id)) return undefined;
    const before = await lockCheckout(tx, engine, found.id);
    if (before === undefined || !mayGoOn(caller, before)) return undefined;
    if (await isOlderOrder(tx, publishableKey, order)) return undefined;
    const { id } = before;
    const use = { publishableKey, jti, checkoutId: id, order, expiresAt };
    if ((await useOrderToken(tx, engine, use)) !== undefined) return undefined;
    const terms = { now: clock.now(), amounts: merchant.amounts };
    const resumed = resumedBy(openedAgain(before, terms.now), { ...caller, origin });
    const after = broughtUpToDate(resumed, { ...body, rights }, { claims, merchant }, terms);
    await writeChange(context, tx, before, after);
    await noteOrderOpening(tx, { checkout_id: id, jti, origin, opened_at: terms.now });
    return openSession(context, tx, before, rights);
  });
  if (opened === undefined) return undefined;
  return { session: await sessionAnswer(context, opened), isNew: false };
}

/** @returns undefined when the handle was voided since its checkout was read */
async function resumeKnown(
  context: BffContext,
  { merchant, caller, body, origin, claims }: Opening,
  { checkout: { id, publishableKey, generation }, rights }: KnownCheckout,
): Promise<OpenedCheckout | undefined> {
  const { database, clock } = context;
  const opened = await database.transaction(async (tx) => {
    const before = await lockCheckout(tx, database.engine, id);
    if (before?.generation !== generation || !mayGoOn(caller, before)) return undefined;
    const terms = { now: clock.now(), amounts: merchant.amounts };
    const resumed = resumedBy(openedAgain(before, terms.now), { ...caller, origin });
    const namesOnly =
      claims === undefined ||
      claims.isExpired ||
      (await isOlderOrder(tx, publishableKey, claims.order));
    const newest = namesOnly ? undefined : claims;
    const from = { claims: newest, merchant };
    const brought = broughtUpToDate(resumed, { ...body, rights }, from, terms);
    const takesOrder = claims !== undefined && brought.order !== before.order;
    // A page from a cache may bring an older token of the order: that only names it.
    const isOlder = takesOrder && !(await claimOrder(context, tx, before, claims));
    const { order, offerCode } = before;
    const after = isOlder ? { ...brought, order, offerCode } : brought;
    await writeChange(context, tx, before, after);
    return openSession(context, tx, before, rights);
  });
  if (opened === undefined) return undefined;
  return { session: await sessionAnswer(context, opened), isNew: false };
}

/** What the page says now, as far as the checkout still takes it. */
function broughtUpToDate(
  checkout: Checkout,
  { rights, ...body }: CreateCheckout & { rights: Rights },
  { claims, merchant }: { claims: OrderClaims | undefined; merchant: Merchant },
  terms: ChangeTerms,
): Checkout {
  const { amount, locale, return_url } = body;
  const returnUrl = maySayReturnUrl(rights) ? return_url : checkout.returnUrl;
  const current = { ...checkout, locale, returnUrl };
  const ordered =
    claims === undefined
      ? withPagesOfferCode(current, publicOfferCode(merchant, body))
      : unlessTooLate(current, (each) => bringOrderOf(each, claims, terms));
  const takesAmount = rights !== 'code' && stepOf(ordered).screen === 'details';
  if (amount === undefined || !takesAmount) return ordered;
  return changeAmount(ordered, parseCents(amount), terms);
}

/** An order that a token brings, with its offer code, unless it changes nothing of the order. */
export function bringOrderOf(
  checkout: Checkout,
  { order, offerCode }: OrderClaims,
  terms: ChangeTerms,
): Checkout {
  const ordered = bringOrder(checkout, order, terms);
  return ordered === checkout ? checkout : withOfferCode(ordered, offerCode);
}

/** An order's code, or that there is none, is the merchant's word: a page does not change it. */
function withPagesOfferCode(checkout: Checkout, offerCode: string | null): Checkout {
  return checkout.order === null ? withOfferCode(checkout, offerCode) : checkout;
}

/** What a page asks for by itself counts only if the merchant lists it for that, and beside no order. */
function publicOfferCode(
  { public_offer_codes: codes = [] }: Merchant,
  { offer_code, order_token }: Pick<CreateCheckout, 'offer_code' | 'order_token'>,
): string | null {
  if (offer_code === undefined || order_token !== undefined) return null;
  return codes.includes(offer_code) ? offer_code : null;
}

/** A checkout that takes no order any more can still be resumed. */
function unlessTooLate(checkout: Checkout, change: (checkout: Checkout) => Checkout): Checkout {
  try {
    return change(checkout);
  } catch (error) {
    const isTooLate = error instanceof BffError && error.code === 'wrong_step';
    if (isTooLate || error instanceof IllegalTransitionError) return checkout;
    throw error;
  }
}

/**
 * Records that an order token changes what the checkout charges. One that another checkout has moves
 * here while that one had no application; that one ends, unless it has ended already.
 * @param leftId the checkout that the page leaves for this one: it may have had its application
 * @returns false for one that did so before: else an older one could set the amount back
 * @throws BffError `order_invalid`
 */
export async function claimOrder(
  context: BffContext,
  tx: Transaction<BffSchema>,
  { id: checkoutId, publishableKey }: Pick<Checkout, 'id' | 'publishableKey'>,
  { jti, order, expiresAt }: OrderClaims,
  leftId?: string,
): Promise<boolean> {
  const { engine } = context.database;
  const use = { publishableKey, jti, checkoutId, order, expiresAt };
  const ownerId = await useOrderToken(tx, engine, use);
  if (ownerId === undefined) return true;
  if (ownerId === checkoutId) return false;
  const owner = await lockCheckout(tx, engine, ownerId);
  const isFree =
    owner !== undefined &&
    (mayGiveUpOrder(owner) || (ownerId === leftId && mayPassOrderOn(owner, order)));
  if (!isFree) throw orderInvalid('used');
  // One that has ended or was cancelled stays so.
  if (stepOf(owner).screen === 'details') await writeChange(context, tx, owner, supersede(owner));
  await moveOrderToken(tx, use);
  return true;
}
