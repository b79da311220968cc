import type { FeeSplit } from '../../loan-math/fee-split.ts';
import { dayMs } from '../../platform/durations.ts';
import type { LenderChargeStatus } from '../lender/lender.ts';
import { LATE_CALL_MS } from './charge.ts';
import type { Moves } from './moves.ts';

/**
 * `started`: the intent is written, its call may be under way. `unknown`: the answer was lost.
 * `unresolved`: whether the lender has it cannot be told, or its lists never showed it. `void`:
 * nothing happened, as far as the lender's records say. `pending`: the lender has it. `settled`: the
 * money went back.
 */
export type RefundState =
  | 'started'
  | 'unknown'
  | 'unresolved'
  | 'void'
  | 'pending'
  | 'settled'
  | 'failed';

/** Where the lender's records say that a refund stands. */
export type KnownRefundState = 'pending' | 'settled' | 'failed';

const ends = ['pending', 'settled', 'failed'] as const;

export const refundMoves: Moves<RefundState> = {
  started: ['unknown', 'unresolved', 'void', ...ends],
  unknown: ['unresolved', 'void', ...ends],
  unresolved: ['void', ...ends],
  void: ['started', 'unresolved', ...ends],
  pending: ['unresolved', 'settled', 'failed'],
  settled: [],
  // The lender may have tried it again.
  failed: ['settled'],
};

/** While a charge has one of these, no other refund of it begins. */
const openRefundStates = ['started', 'unknown', 'unresolved', 'pending'] as const;

/** One refund of a charge: its intent and what became of it. */
export interface Refund {
  /** The intent's id. */
  readonly id: string;
  readonly chargeId: string;
  readonly state: RefundState;
  readonly amountCents: number;
  readonly split: FeeSplit;
  /** By which the lender's records name it, where they name it. */
  readonly paymentIdentifier: string;
  /** The lender's own id of it, where the lender says one. */
  readonly refundUuid: string | null;
  /** When it was first seen settled (epoch milliseconds). */
  readonly settledAt: number | null;
  readonly startedAt: number;
  /** Until then its call may still be on its way (epoch milliseconds on the BFF's own clock). */
  readonly deadlineAt: number;
}

/** It is on its way, or may be. */
export function isRefundOpen({ state }: Refund): boolean {
  return openRefundStates.some((open) => open === state);
}

/** The lender's records have said how it ended. */
export function isRefundEnded({ state }: Refund): boolean {
  return state === 'settled' || state === 'failed';
}

/** The lender has said that it did not take it. */
export function isRefundRefused({ state, deadlineAt }: Refund): boolean {
  return state === 'void' && deadlineAt === 0;
}

/** Its call is under way, or its answer was lost. */
export function isRefundUnsettled({ state }: Refund): boolean {
  return state === 'started' || state === 'unknown';
}

/** A bank needs days to move money, and some lenders list a refund only once it has. */
const listedWithinMs = 14 * dayMs;

/** The lender's lists would have it by now: what they do not show, only the merchant can say. */
export function isRefundOverdue({ startedAt, deadlineAt }: Refund, now: number): boolean {
  // What was found at the lender without a time may have been asked for right before that.
  return now >= Math.max(startedAt, deadlineAt) + listedWithinMs;
}

/** It took money from the charge, or may have. */
export function isRefundStanding({ state }: Refund): boolean {
  return state !== 'void' && state !== 'failed';
}

/** True if the lender's records can still change it. One that came to nothing is looked for a time. */
export function isRefundWatched(refund: Refund, now: number): boolean {
  if (refund.state !== 'void') return isRefundOpen(refund);
  return now < refund.deadlineAt + LATE_CALL_MS;
}

/** What a lender's word for a transaction means of a refund. */
export function refundStateOf(status: LenderChargeStatus): KnownRefundState {
  switch (status) {
    case 'settled':
      return 'settled';
    case 'pending':
    case 'approved':
    case 'held':
      return 'pending';
    case 'rejected':
    case 'expired':
    case 'canceled':
    case 'failed':
    case 'reversed':
      return 'failed';
  }
}
