import { requestedAmountRange } from '../../../widget/contract/money-input.ts';
import type { Screen } from '../../../widget/contract/step.ts';
import type { Locale } from '../../../widget/contract/values.ts';
import { dayMs, hourMs } from '../../platform/durations.ts';
import { type Cents, parseCents } from '../../platform/money.ts';
import { BffError, orderInvalid } from '../errors.ts';
import { isCancelledByMerchant } from './cancellation.ts';
import { isLive } from './charge.ts';
import { allCharges, type Checkout, isAsked, type Order, requestedCents } from './checkout.ts';
import { stepOf } from './step.ts';

/** What every new checkout has in common. */
export const blankCheckout = {
  generation: 1,
  takenUpBy: null,
  issuedGeneration: 1,
  soldBy: null,
  requestedBy: null,
  offerCode: null,
  refusedOfferCode: null,
  expiresAt: null,
  leftApplications: [],
  softPull: null,
  loan: null,
  selection: null,
  returnCodes: [],
  isChoosingAgain: false,
  problem: null,
  bankMissingSince: null,
  portalMissingSince: null,
  portalInvitedAt: null,
  charges: [],
  laterCharges: [],
  refunds: [],
  isOrderChargedElsewhere: false,
  cancellation: null,
  limitIncrease: null,
  endedBy: null,
  endedAt: null,
  reconcileAt: null,
  version: 1,
  timeline: [],
  toldVersion: null,
  stepNumber: 1,
} satisfies Partial<Checkout>;

/** The page that the checkout is seen from now, which may be another than the one that began it. */
export function seenFrom(
  checkout: Checkout,
  {
    locale = checkout.locale,
    return_url: returnUrl = checkout.returnUrl,
  }: { locale?: Locale | undefined; return_url?: string | null | undefined },
): Checkout {
  const isSame = locale === checkout.locale && returnUrl === checkout.returnUrl;
  return isSame ? checkout : { ...checkout, locale, returnUrl };
}

/**
 * Somebody is at it: noted once a day, so that an opening seldom costs a write of its own, and once an
 * hour of a form that ends a day after its last use.
 */
export function openedAgain(checkout: Checkout, now: number): Checkout {
  const current = endWhenIdle(checkout, now);
  const isKeptByUse = idleEnd(current) !== undefined && current.expiresAt === null;
  const everyMs = isKeptByUse ? hourMs : dayMs;
  return now < current.openedAt + everyMs ? current : { ...current, openedAt: now };
}

/** What a caller who opens or resumes a checkout brings. */
export interface OpeningRequest {
  readonly amountCents: Cents | null;
  readonly order: Order | null;
}

/**
 * True if a handle's checkout is the one that is asked for: the same `order_id`; where one side has
 * no order, any amount while nothing was asked, the same amount after.
 */
export function isSameOrder(checkout: Checkout, { amountCents, order }: OpeningRequest): boolean {
  if (checkout.order !== null && order !== null) return checkout.order.id === order.id;
  if (stepOf(checkout).screen === 'details') return true;
  const cents = order?.amountCents ?? amountCents;
  return cents === null || cents === requestedCents(checkout);
}

/**
 * A checkout that the merchant's server made gets the origin of the page that opens it. One that is
 * resumed in the frame stays the frame's: there, no script of a page that held its handle before can
 * read what it answers.
 */
export function resumedBy(
  checkout: Checkout,
  { isFramed, origin }: { isFramed: boolean; origin: string },
): Checkout {
  const isSame = checkout.origin !== null && (checkout.isFramed || !isFramed);
  if (isSame) return checkout;
  return {
    ...checkout,
    origin: checkout.origin ?? origin,
    isFramed: checkout.isFramed || isFramed,
  };
}

/** What a merchant's entry says of amounts, within what may be asked for at all. */
export interface AmountRange {
  readonly min: string;
  readonly max: string;
}

export const anyAmount: AmountRange = {
  min: requestedAmountRange.minimum,
  max: requestedAmountRange.maximum,
};

/** True if a checkout may ask for it. */
export function isRequestable(cents: Cents, amounts: AmountRange | undefined): boolean {
  const { min, max } = amounts ?? anyAmount;
  return cents >= parseCents(min) && cents <= parseCents(max);
}

/**
 * @param field of the request that says the amount; without one, no field is named
 * @throws BffError `amount_out_of_range`
 */
export function assertRequestable(
  cents: Cents,
  amounts: AmountRange | undefined,
  field?: 'amount' | 'order_token',
): void {
  if (isRequestable(cents, amounts)) return;
  throw new BffError('amount_out_of_range', field && { errors: { [field]: ['not_accepted'] } });
}

/** When an amount or an order is brought, and what the merchant takes. */
export interface ChangeTerms {
  readonly now: number;
  readonly amounts: AmountRange | undefined;
}

/** Without effect under a verified order. @throws BffError `wrong_step`, `amount_out_of_range` */
export function changeAmount(
  checkout: Checkout,
  cents: Cents,
  { now, amounts }: ChangeTerms,
): Checkout {
  if (stepOf(checkout).screen !== 'details') throw new BffError('wrong_step');
  if (checkout.order !== null) return checkout;
  assertRequestable(cents, amounts, 'amount');
  return { ...checkout, amountCents: cents, problem: null, touchedAt: now };
}

/**
 * The first order of a checkout, or the same one again: it sets what will be charged, unless it was
 * signed before the one that did so last.
 * @throws BffError `order_invalid` for another order, `wrong_step` once a charge exists or the
 * checkout has ended, `amount_out_of_range` before the soft pull, which asks for this amount
 */
export function bringOrder(
  checkout: Checkout,
  order: Order,
  { now, amounts }: ChangeTerms,
): Checkout {
  const known = checkout.order;
  if (known !== null && known.id !== order.id) throw orderInvalid('other_order');
  if (known !== null && order.issuedAt < known.issuedAt) return checkout;
  const { screen } = stepOf(checkout);
  if (isOver(screen) || checkout.charges.some(isLive)) {
    if (isUnchanged(known, order)) return checkout;
    throw new BffError('wrong_step');
  }
  if (isUnchanged(known, order) && order.issuedAt === known?.issuedAt) return checkout;
  if (screen === 'details') assertRequestable(order.amountCents, amounts, 'order_token');
  return { ...checkout, order, touchedAt: now };
}

/**
 * The offer code that a page or its order brings for the application; null: none. What the merchant's
 * server made has its own.
 */
export function withOfferCode(checkout: Checkout, brought: string | null): Checkout {
  const offerCode = brought === checkout.refusedOfferCode ? null : brought;
  const isSettled = checkout.madeBy === 'server' || stepOf(checkout).screen !== 'details';
  return isSettled || offerCode === checkout.offerCode ? checkout : { ...checkout, offerCode };
}

/** Nothing can be charged after these, so an order brought there would be spent for nothing. */
function isOver(screen: Screen): boolean {
  return screen === 'no_offers' || screen === 'cancelled' || screen === 'expired';
}

function isUnchanged(known: Order | null, { amountCents, description }: Order): boolean {
  return known?.amountCents === amountCents && known.description === description;
}

/** While it had no application, a checkout gives its order's token up to a newcomer. */
export function mayGiveUpOrder({ softPull }: Checkout): boolean {
  return !isAsked(softPull);
}

/**
 * True if the page that leaves a checkout may begin the next one by a token which that one was told of
 * for a changed cart: nothing was charged, and no application was made for its amount. Which of two
 * clocks is right is not asked: by its amount the application's own token is known.
 */
export function mayPassOrderOn(
  left: Checkout,
  { amountCents }: Pick<Order, 'amountCents'>,
): boolean {
  const asked = left.loan?.requestedAmount ?? null;
  const isChanged = asked !== null && parseCents(asked) !== amountCents;
  return isChanged && allCharges(left).length === 0;
}

/** The applications of its order that a page leaves with a checkout: its own, and those left before. */
export function applicationsLeftWith({ id, softPull, leftApplications }: Checkout): string[] {
  return isAsked(softPull) ? [...leftApplications, id] : [...leftApplications];
}

/** True if its application has brought offers and has not come to nothing since. */
export function standsWithOffers(checkout: Checkout): boolean {
  const wasOffered = (checkout.softPull?.offersShown.length ?? 0) > 0;
  return wasOffered && !isOver(stepOf(checkout).screen);
}

/** The order went to a newcomer: this checkout is over, and so is every handle of it. */
export function supersede(checkout: Checkout): Checkout {
  return { ...checkout, endedBy: 'superseded', generation: checkout.generation + 1 };
}

const idleDetailsMs = dayMs;

/** When a checkout that nobody goes on with ends; undefined once an application was made. */
export function idleEnd(checkout: Checkout): number | undefined {
  const { softPull, endedBy, expiresAt, touchedAt, openedAt } = checkout;
  if (endedBy !== null || isAsked(softPull) || isCancelledByMerchant(checkout)) return undefined;
  return expiresAt ?? Math.max(touchedAt, openedAt) + idleDetailsMs;
}

/** Ends a checkout that was left in its details. */
export function endWhenIdle(checkout: Checkout, now: number): Checkout {
  const end = idleEnd(checkout);
  return end !== undefined && now >= end ? { ...checkout, endedBy: 'idle' } : checkout;
}
