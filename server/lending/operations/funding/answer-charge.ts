import type { Transaction } from 'kysely';
import { schedule } from '../../../platform/due-work/due-work.ts';
import type { LendingContext } from '../../context.ts';
import { nextCutOff } from '../../domain/business-days.ts';
import { endedBy } from '../../domain/funding/charge-deadline.ts';
import { chargeItems } from '../../domain/funding/transaction-items.ts';
import { chargeRequestMachine } from '../../domain/states/charge-request.ts';
import { transition } from '../../domain/states/state-machine.ts';
import { LendingError } from '../../errors.ts';
import { endPendingRequest, findChargeRequest } from '../../store/charge-requests.ts';
import type {
  ApplicationTable,
  ChargeRequestTable,
  LendingSchema,
  TransactionTable,
} from '../../store/schema.ts';
import { lockLoan, spendReserved } from '../../store/spending.ts';
import { insertTransaction } from '../../store/transactions.ts';
import { recordChargeOutcome } from './charge-outcome-event.ts';
import { closeRequest, endCharge } from './end-charge.ts';
import { CHARGE_SUBMISSION } from './funding-timers.ts';
import { missingFor } from './prerequisites.ts';
import { sendReceipt } from './send-receipt.ts';

/** How a pending request ended when it was answered. */
export type ChargeResult = 'approved' | 'rejected' | 'expired' | 'canceled';

export type ChargeAnswer =
  | { kind: 'approve'; by: 'consumer' }
  | { kind: 'approve'; by: 'sponsor'; authorization: Authorization }
  | { kind: 'reject'; reason: string };

/** What lets a sponsor approve for the consumer. */
export type Authorization = Pick<
  ChargeRequestTable,
  'approved_by_user' | 'authorization_method' | 'authorization_reference'
>;

/** A request with its loan, locked. */
export interface OpenCharge {
  charge: ChargeRequestTable;
  loan: ApplicationTable;
}

/** Loads a request under its loan's lock. Throws `not_found`. */
export async function openCharge(
  { database }: LendingContext,
  tx: Transaction<LendingSchema>,
  sponsorId: string,
  id: string,
): Promise<OpenCharge> {
  const named = await findChargeRequest(tx, sponsorId, id);
  if (!named) throw new LendingError('not_found', 'Not found.');
  const loan = await lockLoan(tx, database, sponsorId, named.application_id);
  // Whoever held the lock before may have changed it.
  const charge = await findChargeRequest(tx, sponsorId, id);
  return { charge: charge ?? named, loan };
}

/**
 * Takes the answer to a pending request. One that has expired by now ends as
 * expired, whatever the answer; an approval that lacks a prerequisite cancels the request and is
 * called back as rejected. Throws an IllegalTransitionError when it is not pending any more.
 */
export async function answerCharge(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  { charge, loan }: OpenCharge,
  answer: ChargeAnswer,
): Promise<ChargeResult> {
  transition(chargeRequestMachine, charge.status, 'approved');
  const at = context.clock.now(charge.sponsor_id);
  if (endedBy({ ...loan, expires_at: charge.expires_at }, at) === 'expired') {
    await endCharge(tx, loan, charge, { event: 'expired', at: charge.expires_at });
    return 'expired';
  }
  if (answer.kind === 'reject') {
    await refuse(context, tx, { charge, loan }, { event: 'rejected', at, reason: answer.reason });
    return 'rejected';
  }
  const reservedCents = charge.consumer_charge_amount_cents;
  const missing = await missingFor(tx, loan, { now: at, reservedCents });
  if (missing) {
    await refuse(context, tx, { charge, loan }, { event: 'canceled', at, reason: missing.kind });
    return 'canceled';
  }
  await approve(context, tx, { charge, loan }, answer, at);
  return 'approved';
}

async function refuse(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  { charge, loan }: OpenCharge,
  end: { event: 'rejected' | 'canceled'; at: number; reason: string },
): Promise<void> {
  await endCharge(tx, loan, charge, end);
  const status = transition(chargeRequestMachine, 'Pending', end.event);
  await recordChargeOutcome(context, tx, {
    outcome: 'rejected',
    charge: { ...charge, status, status_at: end.at, rejection_reason: end.reason },
    loan,
    transactionStatus: null,
  });
}

async function approve(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  { charge, loan }: OpenCharge,
  answer: Extract<ChargeAnswer, { kind: 'approve' }>,
  at: number,
): Promise<void> {
  const end = {
    status: 'Approved',
    status_at: at,
    approved_by: answer.by,
    ...(answer.by === 'sponsor' && answer.authorization),
  } as const;
  await endPendingRequest(tx, charge, end);
  await spendReserved(tx, loan, charge.consumer_charge_amount_cents, at);
  await closeRequest(tx, charge);
  await insertTransaction(tx, newTransaction(charge, at), chargeItems(charge));
  const { id: key, sponsor_id: scope } = charge;
  await schedule(tx, { kind: CHARGE_SUBMISSION, key, scope, dueAt: nextCutOff(at) });
  await sendReceipt(context, tx, { charge, loan }, answer.by);
  await recordChargeOutcome(context, tx, {
    outcome: 'approved',
    charge: { ...charge, ...end },
    loan,
    transactionStatus: 'Pending',
  });
}

function newTransaction(charge: ChargeRequestTable, at: number): TransactionTable {
  return {
    id: charge.id,
    sponsor_id: charge.sponsor_id,
    merchant_id: charge.merchant_id,
    application_id: charge.application_id,
    invited_by: charge.invited_by,
    charge_request_id: charge.id,
    transaction_description: charge.transaction_description,
    consumer_charge_amount_cents: charge.consumer_charge_amount_cents,
    net_to_merchant_amount_cents: charge.net_to_merchant_amount_cents,
    net_platform_fee_cents: charge.net_platform_fee_cents,
    net_to_sponsor_amount_cents: charge.net_to_sponsor_amount_cents,
    status: 'Pending',
    requested_at: charge.requested_at,
    status_at: at,
    settled_at: null,
    expected_settlement_date: null,
    submitted_by: charge.requested_by,
    payment_identifier: charge.payment_identifier,
  };
}
