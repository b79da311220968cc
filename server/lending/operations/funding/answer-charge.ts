import type { Transaction } from 'kysely';
import { schedule, unschedule } from '../../../platform/due-work/due-work.ts';
import type { LendingContext } from '../../context.ts';
import { nextCutOff } from '../../domain/business-days.ts';
import { endedBy } from '../../domain/funding/charge-deadline.ts';
import { chargeItems, endsPurchaseWindow } from '../../domain/funding/transaction-items.ts';
import {
  chargeRequestMachine,
  type ChargeRequestEvent,
} from '../../domain/states/charge-request.ts';
import { transition } from '../../domain/states/state-machine.ts';
import { LendingError } from '../../errors.ts';
import { endPendingRequest, findChargeRequest } from '../../store/charge-requests.ts';
import type {
  ApplicationTable,
  ChargeRequestTable,
  LendingSchema,
  TransactionTable,
} from '../../store/schema.ts';
import { lockLoan, spendReserved, releaseSpend } from '../../store/spending.ts';
import { insertTransaction } from '../../store/transactions.ts';
import { missingFor } from './prerequisites.ts';
import { killLink } from '../../store/links.ts';
import type { TransactionStatus } from '../../../lending-api/statuses.ts';
import { timestamp } from '../../domain/timestamp.ts';
import { causeOf, recordEvent } from '../events/record-event.ts';
import { wireSplit } from './split.ts';
import { easternDate } from '../../../platform/calendar/eastern-time.ts';
import { availableSpend } from '../../domain/loan.ts';
import { chargeReceiptEmail } from '../../domain/messages/funding-messages.ts';
import { findMerchant } from '../../store/merchants.ts';
import { mailRecord } from '../letters.ts';
import { queueMessage } from '../messages/queue-message.ts';
import { timerKinds } from '../../work-kinds.ts';

/** How a pending request ended when it was answered. */
export type ChargeResult = 'approved' | 'rejected' | 'expired' | 'canceled';

type ChargeAnswer =
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
  await schedule(tx, { kind: timerKinds.chargeSubmission, key, scope, dueAt: nextCutOff(at) });
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

interface ChargeEnd {
  event: Exclude<ChargeRequestEvent, 'approved'>;
  /** Epoch milliseconds. */
  at: number;
  reason?: string;
}

/**
 * Ends a request without a charge and frees what was set aside for it. The loan is locked; false
 * when the request has ended otherwise before.
 */
export async function endCharge(
  tx: Transaction<LendingSchema>,
  loan: ApplicationTable,
  charge: ChargeRequestTable,
  { event, at, reason }: ChargeEnd,
): Promise<boolean> {
  const status = transition(chargeRequestMachine, 'Pending', event);
  if (status === 'Pending' || status === 'Approved') throw new Error(`${event} is no end`);
  const end = { status, status_at: at, rejection_reason: reason ?? null };
  if (!(await endPendingRequest(tx, charge, end))) return false;
  await releaseSpend(tx, loan, charge.consumer_charge_amount_cents, at);
  await closeRequest(tx, charge);
  return true;
}

/** Takes away what waits for an answer. */
async function closeRequest(
  tx: Transaction<LendingSchema>,
  charge: Pick<ChargeRequestTable, 'id'>,
): Promise<void> {
  await killLink(tx, 'charge', charge.id);
  await unschedule(tx, timerKinds.chargeDeadline, charge.id);
}

interface ChargeOutcome {
  outcome: 'approved' | 'rejected';
  /** As it stands now, after its answer. */
  charge: ChargeRequestTable;
  loan: ApplicationTable;
  transactionStatus: TransactionStatus | null;
}

/** Tells the sponsor's transaction_callback_url how the consumer answered. */
async function recordChargeOutcome(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  { outcome, charge, loan, transactionStatus }: ChargeOutcome,
): Promise<void> {
  await recordEvent(context, tx, causeOf(loan, charge.transaction_callback_url), {
    event_type: 'consumer_charge_outcome',
    payment_request_uuid: charge.id,
    payment_request_id: charge.payment_request_id,
    external_application_id: loan.external_application_id,
    loan_id: loan.loan_id,
    consumer_application_human_readable_id: loan.consumer_application_human_readable_id,
    outcome,
    payment_request_status: charge.status,
    transaction_status: transactionStatus,
    transaction_description: charge.transaction_description,
    ...wireSplit(charge),
    approved_by: charge.approved_by,
    rejection_reason: charge.rejection_reason,
    payment_identifier: charge.payment_identifier,
    outcome_at: timestamp(charge.status_at),
  });
}

/** Sends the consumer the receipt for a charge that was just approved, by whomever. */
async function sendReceipt(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  { charge, loan }: OpenCharge,
  by: 'consumer' | 'sponsor',
): Promise<void> {
  const { id, sponsor_id, merchant_id, locale, email } = loan;
  const isLast = endsPurchaseWindow(charge.transaction_description, context.config.loanTerms);
  const merchant = await findMerchant(tx, sponsor_id, merchant_id);
  const receipt = chargeReceiptEmail({
    texts: context.config.texts,
    locale,
    by,
    date: easternDate(context.clock.now(sponsor_id)),
    loan_number: loan.consumer_application_human_readable_id,
    merchant_name: merchant?.business_name ?? '',
    consumer_charge_amount_cents: charge.consumer_charge_amount_cents,
    payment_request_id: charge.payment_request_id,
    // What was set aside for it is spent now: nothing else has changed.
    available_spend_cents: isLast ? 0 : availableSpend(loan),
  });
  await queueMessage(context, tx, {
    ...receipt,
    sponsor_id,
    application_id: id,
    merchant_id,
    kind: 'charge_receipt',
    channel: 'email',
    recipient: email,
    links: [],
  });
  await mailRecord(context, tx, loan, receipt.text);
}
