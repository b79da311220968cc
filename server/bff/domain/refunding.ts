import { type FeeSplit, isBalanced } from '../../loan-math/fee-split.ts';
import type { Cents } from '../../platform/money.ts';
import { BffError, refundBlocked } from '../errors.ts';
import { type Charge, chargeMoves, isGone } from './charge.ts';
import { type AskedBefore, type PaymentIdentifierOf, settleCharge } from './charging.ts';
import {
  begunNow,
  type CallTimes,
  type Checkout,
  chargeById,
  timesAfterRefusal,
} from './checkout.ts';
import { assertMove } from './moves.ts';
import {
  isRefundOpen,
  isRefundStanding,
  type KnownRefundState,
  type Refund,
  refundMoves,
} from './refund.ts';
import { isWithin, splitRefund, unrefunded } from './refund-split.ts';

/** What the lender says of a refund. */
export interface RefundUpdate {
  readonly state: KnownRefundState;
  readonly refundUuid: string | null;
  /** Where its records say it. */
  readonly split?: FeeSplit | null | undefined;
}

/** What of a charge can be refunded now. */
export interface Refundable {
  readonly cents: Cents;
  /** Else all of it or nothing. */
  readonly isPartAllowed: boolean;
}

export function refundsOf(
  { refunds }: Pick<Checkout, 'refunds'>,
  chargeId: string,
): readonly Refund[] {
  return refunds.filter((refund) => refund.chargeId === chargeId);
}

/** What is left of a charge by the refunds that are known here. */
export function unrefundedCents(known: Pick<Checkout, 'refunds'>, charge: Charge): Cents {
  const standing = refundsOf(known, charge.id).filter(isRefundStanding);
  return unrefunded(charge, standing).amountCents;
}

/**
 * Whether a refund of the charge may begin now, by what is known here.
 * @throws BffError `refund_blocked`
 */
export function assertMayRefund(checkout: Checkout, charge: Charge): void {
  if (isGone(charge)) throw refundBlocked('nothing_refundable');
  if (charge.state === 'held') throw refundBlocked('not_settled');
  if (charge.state !== 'approved' && charge.state !== 'settled') throw refundBlocked('not_charged');
  const open = refundsOf(checkout, charge.id).find(isRefundOpen);
  if (open !== undefined) {
    throw refundBlocked(open.state === 'unresolved' ? 'refund_unresolved' : 'refund_pending');
  }
  if (unrefundedCents(checkout, charge) <= 0) throw refundBlocked('nothing_refundable');
}

/**
 * How much is refunded: as the merchant's server asks, else all that is left.
 * @throws BffError `refund_blocked`, `amount_out_of_range`
 */
export function refundCents(
  checkout: Checkout,
  charge: Charge,
  { asked, refundable }: { asked: Cents | undefined; refundable: Refundable },
): Cents {
  const left = Math.min(unrefundedCents(checkout, charge), refundable.cents);
  if (left <= 0) throw refundBlocked('nothing_refundable');
  const cents = asked ?? left;
  if (cents > left) {
    throw new BffError('amount_out_of_range', { errors: { amount: ['not_accepted'] } });
  }
  if (cents < charge.amountCents && !refundable.isPartAllowed) throw refundBlocked('not_settled');
  return cents;
}

export interface RefundIntent {
  chargeId: string;
  cents: Cents;
  /** Used unless the lender has the refund, or an earlier intent of the same content came to nothing. */
  id: string;
  paymentIdentifierOf: PaymentIdentifierOf;
  now: number;
  limitMs: number;
  /** Where the lender has it: its records say what became of it. */
  asked?: AskedBefore | undefined;
}

/**
 * Writes the intent. An earlier one that came to nothing begins again under its id, so that a lender
 * which heard it after all makes no second refund of it. One that the lender has leaves no room for
 * itself.
 * @returns `earlier`: the times of the call that came to nothing
 * @throws BffError `not_found`, as `assertMayRefund`, `amount_out_of_range`
 */
export function startRefund(
  checkout: Checkout,
  { chargeId, cents, id, paymentIdentifierOf, now, limitMs, asked }: RefundIntent,
): { checkout: Checkout; refund: Refund; earlier: CallTimes | undefined } {
  const charge = chargeById(checkout, chargeId);
  if (charge === undefined) throw new BffError('not_found');
  if (!asked) assertLeft(checkout, charge, cents);
  const earlier = refundsOf(checkout, chargeId);
  const lost = earlier.find(
    ({ state, amountCents }) => !asked && state === 'void' && amountCents === cents,
  );
  const intentId = asked?.id ?? lost?.id ?? id;
  const refund: Refund = {
    id: intentId,
    chargeId,
    state: asked ? 'unknown' : 'started',
    amountCents: cents,
    split: splitRefund(charge, earlier.filter(isRefundStanding), cents),
    paymentIdentifier: paymentIdentifierOf(charge.orderId, intentId),
    refundUuid: asked?.uuid ?? null,
    settledAt: null,
    startedAt: asked?.at ?? now,
    deadlineAt: now + limitMs,
  };
  const others = checkout.refunds.filter((each) => each.id !== refund.id);
  return { checkout: { ...checkout, refunds: [...others, refund] }, refund, earlier: lost };
}

/** @throws BffError as `assertMayRefund`, `amount_out_of_range` */
function assertLeft(checkout: Checkout, charge: Charge, cents: Cents): void {
  assertMayRefund(checkout, charge);
  if (cents <= unrefundedCents(checkout, charge)) return;
  throw new BffError('amount_out_of_range', { errors: { amount: ['not_accepted'] } });
}

/** A refund that was made at the lender alone, and has settled. */
export interface FoundRefund {
  readonly id: string;
  readonly refundUuid: string | null;
  readonly cents: Cents;
  /** Where the lender says it; else it is taken to be in proportion. */
  readonly split: FeeSplit | null;
  readonly requestedAt: number;
}

/** The checkout with such a refund of a charge that is settled still, and of which so much is left. */
export function adoptRefund(
  checkout: Checkout,
  chargeId: string,
  { found, now }: { found: FoundRefund; now: number },
): Checkout {
  const { cents, split, requestedAt, ...names } = found;
  const charge = chargeById(checkout, chargeId);
  if (charge?.state !== 'settled' || cents > unrefundedCents(checkout, charge)) return checkout;
  const standing = refundsOf(checkout, charge.id).filter(isRefundStanding);
  const shared = { charge, standing, cents };
  const refund: Refund = {
    ...names,
    // Of the lender's own, several refunds may have one.
    paymentIdentifier: found.id,
    chargeId: charge.id,
    state: 'settled',
    amountCents: cents,
    split: possibleSplit(split, shared) ?? splitRefund(charge, standing, cents),
    settledAt: now,
    startedAt: requestedAt,
    deadlineAt: requestedAt,
  };
  const adopted = { ...checkout, refunds: [...checkout.refunds, refund] };
  return withChargeRefunded(adopted, refund.id, now);
}

/**
 * Follows what the lender says of the refund; a charge of which all went back is refunded. One that
 * the lender reversed while the refund was on its way is reversed where that has failed.
 * @throws IllegalTransitionError
 */
export function settleRefund(
  checkout: Checkout,
  refundId: string,
  { update, now }: { update: RefundUpdate; now: number },
): Checkout {
  const changed = changeRefund(checkout, refundId, (refund) => ({
    ...moved(refund, update.state),
    split: splitBy(checkout, refund, update),
    refundUuid: update.refundUuid ?? refund.refundUuid,
    settledAt: refund.settledAt ?? (update.state === 'settled' ? now : null),
  }));
  return withChargeReversed(withChargeRefunded(changed, refundId, now), refundId, now);
}

/** A refund made by hand in place of a lost one may be split differently. */
function splitBy(checkout: Checkout, refund: Refund, { split = null }: RefundUpdate): FeeSplit {
  const charge = chargeById(checkout, refund.chargeId);
  // Its books are written.
  if (charge === undefined || refund.settledAt !== null) return refund.split;
  const others = refundsOf(checkout, charge.id).filter(({ id }) => id !== refund.id);
  const standing = others.filter(isRefundStanding);
  return possibleSplit(split, { charge, standing, cents: refund.amountCents }) ?? refund.split;
}

/** The split if it has this amount and no part is more than is left of it; else undefined. */
function possibleSplit(
  split: FeeSplit | null,
  { charge, standing, cents }: { charge: Charge; standing: readonly Refund[]; cents: Cents },
): FeeSplit | undefined {
  if (split === null || !isBalanced(cents, split)) return undefined;
  return isWithin(split, unrefunded(charge, standing).split) ? split : undefined;
}

function withChargeRefunded(checkout: Checkout, refundId: string, now: number): Checkout {
  const chargeId = checkout.refunds.find(({ id }) => id === refundId)?.chargeId;
  const charge = chargeById(checkout, chargeId);
  // One that has failed meanwhile has taken no money that could go back.
  if (charge === undefined || !chargeMoves[charge.state].includes('refunded')) return checkout;
  const settled = refundsOf(checkout, charge.id).filter(({ state }) => state === 'settled');
  if (unrefunded(charge, settled).amountCents > 0) return checkout;
  const update = { state: 'refunded', paymentRequestUuid: null } as const;
  return settleCharge(checkout, charge.id, { update, now });
}

function withChargeReversed(checkout: Checkout, refundId: string, now: number): Checkout {
  const refund = checkout.refunds.find(({ id }) => id === refundId);
  const charge = chargeById(checkout, refund?.chargeId);
  const isOver = refund?.state === 'failed' || refund?.state === 'void';
  if (charge?.state !== 'refunded' || !isOver) return checkout;
  const settled = refundsOf(checkout, charge.id).filter(({ state }) => state === 'settled');
  // Others gave all of it back.
  if (unrefunded(charge, settled).amountCents <= 0) return checkout;
  const update = { state: 'reversed', paymentRequestUuid: null } as const;
  return settleCharge(checkout, charge.id, { update, now });
}

/**
 * Nothing happened at the lender. A charge that it had refunded is reversed, as by `settleRefund`.
 * @throws IllegalTransitionError
 */
export function voidRefund(checkout: Checkout, refundId: string, now: number): Checkout {
  const changed = changeRefund(checkout, refundId, (refund) => moved(refund, 'void'));
  return withChargeReversed(changed, refundId, now);
}

/**
 * The lender refused it: nothing of this call is on its way that could be heard late. An earlier one of
 * the same intent still may be. @throws IllegalTransitionError
 */
export function refuseRefund(
  checkout: Checkout,
  refundId: string,
  earlier: CallTimes | undefined,
): Checkout {
  return changeRefund(checkout, refundId, (refund) => ({
    ...moved(refund, 'void'),
    ...timesAfterRefusal(refund, earlier),
  }));
}

/** The answer was lost. @throws IllegalTransitionError */
export function markRefundUnknown(checkout: Checkout, refundId: string): Checkout {
  return changeRefund(checkout, refundId, (refund) => moved(refund, 'unknown'));
}

/** Neither that the lender has it nor that it has not can be shown. @throws IllegalTransitionError */
export function doubtRefund(checkout: Checkout, refundId: string): Checkout {
  return changeRefund(checkout, refundId, (refund) => moved(refund, 'unresolved'));
}

/** As if its call was begun now, after the clock was set back. */
export function restartRefundDeadline(checkout: Checkout, refundId: string, now: number): Checkout {
  return changeRefund(checkout, refundId, (refund) => begunNow(refund, now));
}

function moved(refund: Refund, state: Refund['state']): Refund {
  if (refund.state !== state) assertMove('refund', refundMoves, refund.state, state);
  return { ...refund, state };
}

function changeRefund(
  checkout: Checkout,
  refundId: string,
  change: (refund: Refund) => Refund,
): Checkout {
  const refunds = checkout.refunds.map((refund) =>
    refund.id === refundId ? change(refund) : refund,
  );
  return { ...checkout, refunds };
}
