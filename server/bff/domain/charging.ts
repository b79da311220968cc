import type { FeeSplit } from '../../loan-math/fee-split.ts';
import { dayMs } from '../../platform/durations.ts';
import type { Cents } from '../../platform/money.ts';
import { BffError, chargeBlocked, stepBlocked } from '../errors.ts';
import type { ChargeAnswer, ChargeKind, ChargeRecord } from '../lender/lender.ts';
import {
  type Authorization,
  type Charge,
  chargeMoves,
  expiryOf,
  INITIAL_CHARGE,
  isLive,
  type KnownChargeState,
  LATE_CALL_MS,
  REQUEST_LIFETIME_MS,
  type WaitingRequest,
} from './charge.ts';
import {
  allCharges,
  begunNow,
  type CallTimes,
  type Checkout,
  currentCharge,
  liveInitialCharge,
  timesAfterRefusal,
} from './checkout.ts';
import { unacceptedBlocker } from './checkout-status.ts';
import { type ChargeUpdate, findRetry } from './find-charge.ts';
import type { LoanAccount } from './loan.ts';
import { assertMove } from './moves.ts';
import {
  availableCents,
  blockedReason,
  chargeableCents,
  mayChargeAgain,
  stepOf,
  wireTime,
} from './step.ts';

/** How the lender knows a charge: the intent's id, by which it is found when its answer was lost. */
export type PaymentIdentifierOf = (orderId: string, intentId: string) => string;

/** What the lender's records say of something that was asked for and is not known here. */
export interface AskedBefore {
  /** The intent's id, by which its records name it. */
  readonly id: string;
  /** When the lender was asked for it (epoch milliseconds). */
  readonly at: number;
  /** The lender's id of it, where it says one. */
  readonly uuid: string | null;
}

export interface ChargeIntent {
  kind: ChargeKind;
  cents: Cents;
  /**
   * Used unless the lender has the charge, or, of an initial one, an earlier intent of the same content
   * came to nothing.
   */
  id: string;
  split: FeeSplit;
  paymentIdentifierOf: PaymentIdentifierOf;
  now: number;
  limitMs: number;
  /** Where the lender has it: its records say what became of it. */
  asked?: AskedBefore | undefined;
}

/**
 * Writes the intent. An earlier one that came to nothing begins again under its id, so that a
 * lender which heard it after all makes no second charge of it: an initial charge of the same
 * amount, a later one that its caller repeats. One that the lender has leaves no room for itself.
 * @returns `earlier`: the times of the call that came to nothing
 * @throws BffError as `assertMayCharge` and `assertAvailable`
 */
export function startCharge(
  checkout: Checkout,
  { kind, cents, id, split, paymentIdentifierOf, now, limitMs, asked }: ChargeIntent,
): { checkout: Checkout; charge: Charge; earlier: CallTimes | undefined } {
  if (!asked) assertAvailable(cents, availableCents(checkout, assertMayCharge(checkout, kind)));
  const order = checkout.order;
  if (order === null) throw new BffError('order_required');
  const list = kind === INITIAL_CHARGE ? 'charges' : 'laterCharges';
  const known = checkout[list];
  const earlier = known.find(
    (charge) =>
      !asked &&
      charge.state === 'void' &&
      (charge.id === id || (kind === INITIAL_CHARGE && charge.orderId === order.id)) &&
      isSameContent(charge, cents, split),
  );
  const intentId = asked?.id ?? earlier?.id ?? id;
  const charge: Charge = {
    id: intentId,
    kind,
    position: (known.at(-1)?.position ?? 0) + 1,
    state: asked ? 'unknown' : 'started',
    orderId: order.id,
    amountCents: cents,
    split,
    paymentIdentifier: paymentIdentifierOf(order.id, intentId),
    paymentRequestUuid: asked?.uuid ?? null,
    request: null,
    authorization: null,
    settledAt: null,
    startedAt: asked?.at ?? now,
    deadlineAt: now + limitMs,
  };
  const charges = [...known.filter((other) => other.id !== charge.id), charge];
  const missing = { bankMissingSince: null, portalMissingSince: null };
  const changed = { ...checkout, [list]: charges, ...missing, touchedAt: now };
  return { checkout: changed, charge, earlier };
}

export function isSameContent(charge: Charge, cents: Cents, split: FeeSplit): boolean {
  return (
    charge.amountCents === cents &&
    charge.split.net_to_merchant_amount_cents === split.net_to_merchant_amount_cents &&
    charge.split.net_platform_fee_cents === split.net_platform_fee_cents
  );
}

/**
 * What the browser may charge now, by what the lender has just said.
 * @throws BffError `wrong_step`, `order_required`, `portal_required`, `charge_blocked`
 */
export function browserChargeCents(checkout: Checkout): Cents {
  const cents = chargeableCents(checkout, assertMayCharge(checkout, INITIAL_CHARGE));
  if (cents === null || cents === 0) throw chargeBlocked('nothing_available');
  return cents;
}

/**
 * Whether a charge of this kind may be asked for now, by what the lender has just said.
 * @throws BffError `wrong_step`, `order_required`, `portal_required`, `charge_blocked`
 */
export function assertMayCharge(checkout: Checkout, kind: ChargeKind): LoanAccount {
  const account = checkout.loan?.account;
  if (!account || !isChargingStep(checkout, kind))
    throw stepBlocked(unacceptedBlocker(checkout) ?? 'live_charge');
  if (kind === INITIAL_CHARGE && account.unexplainedCharge !== undefined) {
    throw chargeBlocked('unexplained_charge');
  }
  if (checkout.cancellation?.state === 'asked') throw chargeBlocked('cancelling');
  const last = currentCharge(checkout);
  if (kind === INITIAL_CHARGE && last && !mayChargeAgain(checkout, last)) {
    const isCharged = checkout.isOrderChargedElsewhere || isLive(last);
    throw chargeBlocked(isCharged ? 'live_charge' : 'lender');
  }
  // The lender says by its refusal whether what was missing still is.
  const asIfThere = { ...checkout, bankMissingSince: null, portalMissingSince: null };
  const reason = blockedReason(asIfThere, account);
  if (reason === 'order_required' || reason === 'portal_required') throw new BffError(reason);
  if (reason !== null) throw chargeBlocked('suspended');
  return account;
}

/** A project or final charge does not wait for the initial one. */
function isChargingStep(checkout: Checkout, kind: ChargeKind): boolean {
  const { screen } = stepOf(checkout);
  if (screen === 'accepted' || screen === 'charge_outcome') return true;
  return kind !== INITIAL_CHARGE && (screen === 'charge_pending' || screen === 'working');
}

/** Where it is not known what is available, the lender says it. @throws BffError `amount_out_of_range` */
export function assertAvailable(cents: Cents, available: Cents | null): void {
  if (cents > 0 && (available === null || cents <= available)) return;
  throw new BffError('amount_out_of_range', { errors: { amount: ['not_accepted'] } });
}

/** A charge request goes out by SMS and e-mail (Sponsor Lending API, states and transitions). */
const usuallySent: Pick<WaitingRequest, 'notifications' | 'warning'> = {
  notifications: { sms: 'sent', email: 'sent' },
  warning: null,
};

/** True a day after a request must have expired: the lender's clock is not ours. */
export function isPastExpiry(charge: Charge, now: number): boolean {
  return now >= Math.max(expiryOf(charge), latestExpiryOf(charge)) + dayMs;
}

/** What was found at the lender without a time may have been asked for right before its intent was written. */
function latestExpiryOf({ startedAt, deadlineAt }: Charge): number {
  return Math.max(startedAt, deadlineAt) + REQUEST_LIFETIME_MS;
}

/** True once nobody can approve the request any more, also if its call was heard as late as can be. */
export function isRequestOver(charge: Charge, now: number): boolean {
  return isPastExpiry(charge, now - LATE_CALL_MS);
}

/** A bank needs days to move money, and some lenders show only then that a request was approved. */
const saidWithinMs = 14 * dayMs;

/** The lender's lists would say by now how the request ended: if they do not, only the merchant can. */
export function isOverdue(charge: Charge, now: number): boolean {
  return isPastExpiry(charge, now - saidWithinMs);
}

/**
 * Writes the intent to approve a charge for the consumer. What the lender was told before stands as long
 * as an answer to it is not known.
 * @throws BffError `charge_blocked` unless it waits for the consumer
 */
export function authorizeCharge(
  checkout: Checkout,
  chargeId: string,
  authorization: Authorization,
): Checkout {
  return changeCharge(checkout, chargeId, (charge) => {
    if (charge.state !== 'pending') throw chargeBlocked('not_waiting');
    const told = charge.authorization ?? authorization;
    return { ...charge, authorization: { ...told, unanswered: (told.unanswered ?? 0) + 1 } };
  });
}

/** The lender has taken it: it is what the charge was approved by. */
export function confirmAuthorization(
  checkout: Checkout,
  chargeId: string,
  { method, reference, at }: Authorization,
): Checkout {
  return changeCharge(checkout, chargeId, (charge) => ({
    ...charge,
    authorization: { method, reference, at },
  }));
}

/** The lender has refused one call. Another one, of another process, may yet be taken, or was. */
export function withdrawAuthorization(checkout: Checkout, chargeId: string): Checkout {
  return changeCharge(checkout, chargeId, (charge) => {
    const { authorization } = charge;
    if (authorization?.unanswered === undefined) return charge;
    const unanswered = authorization.unanswered - 1;
    return { ...charge, authorization: unanswered > 0 ? { ...authorization, unanswered } : null };
  });
}

/** What the answer to a charge's call says of it. */
export function updateOfAnswer({
  paymentRequestUuid,
  lenderStatus,
  expiresAt,
  notifications,
  warning,
}: ChargeAnswer): ChargeUpdate {
  const sent = { warning, ...(notifications && { notifications }) };
  return { state: lenderStatus, paymentRequestUuid, expiresAt, sent };
}

/** Follows what the lender says of the charge. @throws IllegalTransitionError */
export function settleCharge(
  checkout: Checkout,
  chargeId: string,
  { update, now }: { update: ChargeUpdate; now: number },
): Checkout {
  return changeCharge(checkout, chargeId, (charge) => ({
    ...charge,
    state: movedCharge(charge, stateBy(charge, update)),
    settledAt: charge.settledAt ?? (update.state === 'settled' ? now : null),
    paymentRequestUuid: update.paymentRequestUuid ?? charge.paymentRequestUuid,
    request: update.state === 'pending' ? waiting(charge, update, now) : charge.request,
  }));
}

interface RetryRows {
  /** The charges as they stood when the rows were asked for: of one that ended since, they are older. */
  asked: readonly Charge[];
  records: readonly ChargeRecord[];
  now: number;
}

/**
 * Follows charges that had ended, and that the lender has tried again, and those that had come to nothing
 * and were then made. An initial one stays as it is where the order has another that is live.
 */
export function followRetries(checkout: Checkout, { asked, records, now }: RetryRows): Checkout {
  return allCharges(checkout).reduce((changed, charge) => {
    const isAsAsked = asked.some(({ id, state }) => id === charge.id && state === charge.state);
    const update = isAsAsked ? findRetry(charge, records) : undefined;
    const isTaken = changed.isOrderChargedElsewhere || liveInitialCharge(changed) !== undefined;
    if (!update || (charge.kind === INITIAL_CHARGE && isTaken)) return changed;
    const begun =
      charge.state === 'void' ? begunAgain(changed, charge.id, { update, now }) : changed;
    return settleCharge(begun, charge.id, { update, now });
  }, checkout);
}

/** Its call, whose intent is not known here, was later than the one that came to nothing. */
function begunAgain(
  checkout: Checkout,
  chargeId: string,
  { update, now }: { update: ChargeUpdate; now: number },
): Checkout {
  return changeCharge(checkout, chargeId, (charge) => ({
    ...charge,
    startedAt: Math.min(update.requestedAt ?? charge.startedAt, now),
    deadlineAt: Math.max(charge.deadlineAt, now),
  }));
}

/** How a request ends that comes to no transaction. */
const requestEnds: ReadonlySet<KnownChargeState> = new Set(['rejected', 'expired', 'canceled']);

/**
 * What had been transferred, or was held back, and fails later, went back: nobody pays it again. What
 * is held back stays so until its money has moved. What was approved by an answer alone, and is a
 * request that has ended in the lists, has failed.
 */
function stateBy({ state }: Charge, update: ChargeUpdate): KnownChargeState {
  if (state === 'approved' && requestEnds.has(update.state)) return 'failed';
  if (state !== 'settled' && state !== 'held') return update.state;
  if (update.state === 'failed') return 'reversed';
  return state === 'held' && update.state === 'approved' ? 'held' : update.state;
}

function waiting(charge: Charge, update: ChargeUpdate, now: number): WaitingRequest {
  const { expiresAt, requestedAt = null, sent } = update;
  const end = expiryOf(charge);
  // It may have been asked for later: after a restore its start can be a guess.
  const isGuess = charge.request === null && end <= now;
  const latest = requestedAt === null ? latestExpiryOf(charge) : requestedAt + REQUEST_LIFETIME_MS;
  return {
    ...usuallySent,
    ...charge.request,
    ...sent,
    expiresAt: expiresAt ?? wireTime(isGuess ? latest : end),
  };
}

/** Nothing happened at the lender. @throws IllegalTransitionError */
export function voidCharge(checkout: Checkout, chargeId: string): Checkout {
  return changeCharge(checkout, chargeId, (charge) => ({
    ...charge,
    state: movedCharge(charge, 'void'),
  }));
}

/**
 * It has come to nothing: one that was seen to wait has expired, of any other nothing happened.
 * @throws IllegalTransitionError
 */
export function endWithoutMoney(
  checkout: Checkout,
  { id, request }: Charge,
  now: number,
): Checkout {
  if (request === null) return voidCharge(checkout, id);
  const update = { state: 'expired', paymentRequestUuid: null } as const;
  return settleCharge(checkout, id, { update, now });
}

/**
 * The lender refused it: nothing of this call is on its way that could be heard late. An earlier one of
 * the same intent still may be. @throws IllegalTransitionError
 */
export function refuseCharge(
  checkout: Checkout,
  chargeId: string,
  earlier: CallTimes | undefined,
): Checkout {
  return changeCharge(checkout, chargeId, (charge) => ({
    ...charge,
    ...timesAfterRefusal(charge, earlier),
    state: movedCharge(charge, 'void'),
  }));
}

/** The answer was lost. @throws IllegalTransitionError */
export function markChargeUnknown(checkout: Checkout, chargeId: string): Checkout {
  return changeCharge(checkout, chargeId, (charge) => ({
    ...charge,
    state: movedCharge(charge, 'unknown'),
  }));
}

/** Nothing shows whether the lender has it, or how its request ended. @throws IllegalTransitionError */
export function doubtCharge(checkout: Checkout, chargeId: string): Checkout {
  return changeCharge(checkout, chargeId, (charge) => ({
    ...charge,
    state: movedCharge(charge, 'unresolved'),
  }));
}

/** As if its call was begun now, after the clock was set back. */
export function restartChargeDeadline(checkout: Checkout, chargeId: string, now: number): Checkout {
  return changeCharge(checkout, chargeId, (charge) => begunNow(charge, now));
}

function movedCharge(charge: Charge, to: Charge['state']): Charge['state'] {
  if (charge.state !== to) assertMove('charge', chargeMoves, charge.state, to);
  return to;
}

function changeCharge(
  checkout: Checkout,
  chargeId: string,
  change: (charge: Charge) => Charge,
): Checkout {
  const changed = (charges: readonly Charge[]) =>
    charges.map((charge) => (charge.id === chargeId ? change(charge) : charge));
  if (checkout.laterCharges.some(({ id }) => id === chargeId)) {
    return { ...checkout, laterCharges: changed(checkout.laterCharges) };
  }
  return { ...checkout, charges: changed(checkout.charges) };
}
