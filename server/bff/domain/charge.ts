import type { ChargeOutcome } from '../../../widget/contract/outcome.ts';
import type { StepOf } from '../../../widget/contract/step.ts';
import type { FeeSplit } from '../../loan-math/fee-split.ts';
import { hourMs, minuteMs, secondMs } from '../../platform/durations.ts';
import type { ChargeKind } from '../lender/lender.ts';
import type { AuthorizationMethod, ChargeStatus } from '../merchant-api/statuses.ts';
import type { Moves } from './moves.ts';

/**
 * `started`: the intent is written, its call may be under way. `unknown`: the answer was lost.
 * `unresolved`: whether the lender has it cannot be told, or how its request ended. `void`: nothing
 * happened, as far as the lender's records say. `approved`: a transaction exists and may still fail.
 * `held`: the lender holds it back. `settled`: its money was transferred. `refunded`, `reversed`: the
 * money went back, by a refund or without one.
 */
export type ChargeState =
  | 'started'
  | 'unknown'
  | 'unresolved'
  | 'void'
  | 'pending'
  | 'approved'
  | 'held'
  | 'settled'
  | 'rejected'
  | 'expired'
  | 'canceled'
  | 'failed'
  | 'refunded'
  | 'reversed';

/** What a charge that the lender has can come to. */
const ends = [
  'pending',
  'approved',
  'held',
  'settled',
  'rejected',
  'expired',
  'canceled',
  'failed',
  'refunded',
  'reversed',
] as const;

/** Where the lender's records say that a charge stands. */
export type KnownChargeState = (typeof ends)[number];

/** What a request that had ended comes to, where the lender tries it again. */
const again = ['pending', 'approved', 'held', 'settled'] as const;

export const chargeMoves: Moves<ChargeState> = {
  started: ['unknown', 'unresolved', 'void', ...ends],
  unknown: ['unresolved', 'void', ...ends],
  unresolved: ['void', ...ends],
  void: ['started', 'unresolved', ...ends],
  pending: ['unresolved', ...ends.filter((state) => state !== 'pending')],
  approved: ['held', 'settled', 'failed', 'refunded', 'reversed'],
  held: ['settled', 'refunded', 'reversed'],
  settled: ['held', 'refunded', 'reversed'],
  reversed: ['refunded'],
  rejected: again,
  expired: again,
  canceled: again,
  failed: again,
  // The refund that it was refunded by has failed.
  refunded: ['reversed'],
};

/** How long after its deadline the lender may still hear the call of what came to nothing here. */
export const LATE_CALL_MS = 48 * hourMs;

/** How long after its deadline a lost call is called unresolved, if the lender cannot be read. */
export const UNRESOLVED_AFTER_MS = 15 * minuteMs;

/** How long a request waits for the consumer (Sponsor Lending API, limits). */
export const REQUEST_LIFETIME_MS = 48 * hourMs;

/** As long as a caller waits for an answer before it reads `working`. */
export const ANSWER_WINDOW_MS = 10 * secondMs;

/** The initial charge, of which an order has at most one that is live. */
export const INITIAL_CHARGE = 109;

/** Consumer Refund Credit, a row among the lender's (Sponsor Lending API, transaction status and type codes). */
export const REFUND = 115;

/**
 * A charge in one of these states may have moved money or still can; where its money went back, the
 * order is not charged again either.
 */
export const liveChargeStates = [
  'started',
  'unknown',
  'unresolved',
  'pending',
  'approved',
  'held',
  'settled',
  'refunded',
  'reversed',
] as const;

/** It ended without money, as far as the lender has said. */
export const endedChargeStates = ['rejected', 'expired', 'canceled', 'failed'] as const;

/** One charge request of a checkout: its intent and what became of it. */
export interface Charge {
  /** The intent's id. */
  readonly id: string;
  readonly kind: ChargeKind;
  /** Order within the checkout; an intent that starts again goes to the end. */
  readonly position: number;
  readonly state: ChargeState;
  readonly orderId: string;
  readonly amountCents: number;
  readonly split: FeeSplit;
  /** By which the lender's records name it: the intent's id, in the sandbox after the order's. */
  readonly paymentIdentifier: string;
  /** Known once the lender has the request. */
  readonly paymentRequestUuid: string | null;
  /** When it was first seen settled (epoch milliseconds). */
  readonly settledAt: number | null;
  /** The merchant's server has approved it for the consumer, or asked for it. */
  readonly authorization: Authorization | null;
  /** Known once it was seen waiting for the consumer. */
  readonly request: WaitingRequest | null;
  readonly startedAt: number;
  /** Until then its call may still be on its way (epoch milliseconds on the BFF's own clock). */
  readonly deadlineAt: number;
}

/** How the consumer has authorised a charge that is approved for them: evidence. */
export interface Authorization {
  readonly method: AuthorizationMethod;
  /** Where it is kept, in the merchant's words. */
  readonly reference: string;
  /** When the merchant's server said so (epoch milliseconds). */
  readonly at: number;
  /** How many calls have told the lender so and have no answer yet; absent once one was taken. */
  readonly unanswered?: number;
}

/** What the lender says of a request that waits for the consumer. */
export interface WaitingRequest {
  readonly expiresAt: string;
  readonly notifications: StepOf<'charge_pending'>['notifications'];
  readonly warning: string | null;
}

export function isLive(charge: Charge): boolean {
  return liveChargeStates.some((state) => state === charge.state);
}

export function hasEnded(charge: Charge): boolean {
  return endedChargeStates.some((state) => state === charge.state);
}

/** It may still come to something else: it waits, or its money has not arrived. */
export function isOpen({ state }: Charge): boolean {
  return openStates.has(state);
}

const openStates: ReadonlySet<ChargeState> = new Set([
  'started',
  'unknown',
  'unresolved',
  'pending',
  'approved',
  'held',
]);

/** Its money was moved, or is on its way: only then has it refunds. */
export function isRefundable({ state }: Charge): boolean {
  return moneyStates.has(state);
}

const moneyStates: ReadonlySet<ChargeState> = new Set([
  'approved',
  'held',
  'settled',
  'refunded',
  'reversed',
  // A refund whose charge failed at the same time was asked for all the same.
  'failed',
]);

/** All of its money went back. */
export function isGone(charge: Pick<Charge, 'state'> | undefined): boolean {
  return charge?.state === 'refunded' || charge?.state === 'reversed';
}

/** Until when its request waits for the consumer, as far as that is known (epoch milliseconds). */
export function expiryOf({ startedAt, request }: Charge): number {
  return request === null ? startedAt + REQUEST_LIFETIME_MS : Date.parse(request.expiresAt);
}

/** Nothing is known yet of whether the lender has it. */
export function isUnconfirmed(charge: Charge): boolean {
  return isUnsettled(charge) || charge.state === 'unresolved';
}

/** Its call is under way, or its answer was lost. */
export function isUnsettled(charge: Charge): boolean {
  return charge.state === 'started' || charge.state === 'unknown';
}

/**
 * True if the caller of a charge or refund that comes to nothing now was answered `working` or
 * `unresolved`, by how it stood before. Otherwise it is answered with the error.
 */
export function wasAnswered(
  { state, startedAt }: Pick<Charge, 'state' | 'startedAt'>,
  now: number,
): boolean {
  return state !== 'started' || now >= startedAt + ANSWER_WINDOW_MS;
}

/**
 * The key under which its call is in flight: of the initial charge the checkout's id, as of the soft
 * pull before it; of any other its own.
 */
export function callKey(checkout: { id: string }, charge: Pick<Charge, 'id' | 'kind'>): string {
  return charge.kind === INITIAL_CHARGE ? checkout.id : charge.id;
}

const outcomes: Partial<Record<ChargeState, ChargeOutcome>> = {
  approved: 'approved',
  settled: 'approved',
  held: 'held',
  rejected: 'rejected',
  expired: 'expired',
  canceled: 'canceled',
  failed: 'failed',
  refunded: 'refunded',
  reversed: 'reversed',
  unresolved: 'unresolved',
};

/** undefined while there is none yet. */
export function outcomeOf(charge: Charge): ChargeOutcome | undefined {
  return outcomes[charge.state];
}

/** undefined for one that came to nothing. */
export function chargeStatusOf({ state }: Pick<Charge, 'state'>): ChargeStatus | undefined {
  if (state === 'void') return undefined;
  return state === 'started' || state === 'unknown' ? 'working' : state;
}
