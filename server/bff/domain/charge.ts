import type { ChargeKind } from '../../../widget/contract/merchant.ts';
import type { ChargeOutcome, StepOf } from '../../../widget/contract/step.ts';
import type { PaymentRequestStatus, TransactionStatus } from '../../lending-api/statuses.ts';
import type { FeeSplit } from '../../platform/money.ts';
import { IllegalMoveError } from './checkout-machine.ts';

/**
 * `started`: the intent is written, its call may be under way. `unknown`: the answer was lost.
 * `void`: nothing happened, as far as the lender's records say. `approved`: a transaction exists and may still fail. `settled`: its
 * money was transferred.
 */
export type ChargeState =
  | 'started'
  | 'unknown'
  | 'void'
  | 'pending'
  | 'approved'
  | 'settled'
  | 'rejected'
  | 'expired'
  | 'canceled'
  | 'failed';

const readings = [
  'pending',
  'approved',
  'settled',
  'rejected',
  'expired',
  'canceled',
  'failed',
] as const;

/** What the lender can say of a charge request that exists. */
export type ChargeReading = (typeof readings)[number];

export const chargeMoves: Readonly<Record<ChargeState, readonly ChargeState[]>> = {
  started: ['unknown', 'void', ...readings],
  unknown: ['void', ...readings],
  void: ['started', ...readings],
  pending: ['approved', 'settled', 'rejected', 'expired', 'canceled', 'failed'],
  approved: ['settled', 'failed'],
  settled: [],
  rejected: [],
  expired: [],
  canceled: [],
  failed: [],
};

/** The initial charge, of which an order has at most one that is live. */
export const INITIAL_CHARGE = 109;

/** A charge in one of these states may have moved money or still can. */
export const liveChargeStates = ['started', 'unknown', 'pending', 'approved', 'settled'] as const;

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
  /** Known once it was seen waiting for the consumer. */
  readonly request: WaitingRequest | null;
  readonly startedAt: number;
  /** Until then its call may still be on its way (epoch milliseconds on the BFF's own clock). */
  readonly deadlineAt: number;
}

/** What the lender says of a request that waits for the consumer. */
export interface WaitingRequest {
  readonly expiresAt: string;
  readonly notifications: StepOf<'charge_pending'>['notifications'];
  readonly warning: string | null;
}

/** @throws IllegalMoveError */
export function assertChargeMove(from: ChargeState, to: ChargeState): void {
  if (from === to || chargeMoves[from].includes(to)) return;
  throw new IllegalMoveError('charge', from, to);
}

export function isLive(charge: Charge): boolean {
  return liveChargeStates.some((state) => state === charge.state);
}

/** It may still come to something else: it waits, or its money has not arrived. */
export function isOpen(charge: Charge): boolean {
  return isLive(charge) && charge.state !== 'settled';
}

/** Its call is under way, or its answer was lost. */
export function isUnsettled(charge: Charge): boolean {
  return charge.state === 'started' || charge.state === 'unknown';
}

/**
 * Under which key its call is in flight: the initial charge has its checkout's turn, as the soft
 * pull before it; the others have one each.
 */
export function callKey(checkout: { id: string }, charge: Pick<Charge, 'id' | 'kind'>): string {
  return charge.kind === INITIAL_CHARGE ? checkout.id : charge.id;
}

const outcomes: Partial<Record<ChargeState, ChargeOutcome>> = {
  approved: 'approved',
  settled: 'approved',
  rejected: 'rejected',
  expired: 'expired',
  canceled: 'canceled',
  failed: 'failed',
};

/** undefined while there is none yet. */
export function outcomeOf(charge: Charge): ChargeOutcome | undefined {
  return outcomes[charge.state];
}

/** What a request's or its transaction's status means for the charge. */
export function readingOfStatus(
  status: PaymentRequestStatus | TransactionStatus,
  isTransaction: boolean,
): ChargeReading {
  switch (status) {
    case 'Pending':
      return isTransaction ? 'approved' : 'pending';
    case 'Approved':
    case 'Submitted':
    case 'Successful':
      return 'approved';
    case 'Transferred':
      return 'settled';
    case 'Failed':
    case 'Reversed':
    case 'Excluded':
      return 'failed';
    case 'Rejected':
      return 'rejected';
    case 'Expired':
      return 'expired';
    case 'Canceled':
      return 'canceled';
  }
}
