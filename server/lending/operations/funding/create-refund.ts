import type { Transaction } from 'kysely';
import type { RefundRequest, RefundResponse } from '../../../lending-api/refunds.ts';
import { schedule } from '../../../platform/due-work/due-work.ts';
import { formatCents } from '../../../platform/money.ts';
import type { LendingContext, Sponsor } from '../../context.ts';
import { nextCutOff } from '../../domain/business-days.ts';
import { timestamp } from '../../domain/formats.ts';
import {
  isFull,
  refundPhase,
  refusalOfRefund,
  unrefunded,
} from '../../domain/funding/refund-rules.ts';
import { isSettled } from '../../domain/funding/settlement.ts';
import { REFUND, refundItems, type Split } from '../../domain/funding/transaction-items.ts';
import { refundAcceptedEmail, refundEmail } from '../../domain/messages/funding-messages.ts';
import { LendingError } from '../../errors.ts';
import { noteActivity } from '../../store/activities.ts';
import { findChargeRequest } from '../../store/charge-requests.ts';
import type { ApplicationRow } from '../../store/schema/applications.ts';
import type {
  ChargeRequestRow,
  RefundRequestRow,
  TransactionRow,
} from '../../store/schema/funding.ts';
import type { MerchantUserRow } from '../../store/schema/merchants.ts';
import type { LendingSchema } from '../../store/schema.ts';
import {
  findRefundRequest,
  findTransaction,
  insertRefundRequest,
  insertTransaction,
  listRefundsOf,
} from '../../store/transactions.ts';
import { timerKinds } from '../../work-kinds.ts';
import { heldActingUser } from '../acting-user.ts';
import { keepAnswer, keyedRequest, repeatedAnswer } from '../idempotency.ts';
import { loanRecordOf, mailRecord } from '../letters.ts';
import { merchantLocale } from '../merchant-locale.ts';
import { queueConsumerMessage, queueMessage } from '../queue-message.ts';
import { requireCallable } from '../sponsor-addresses.ts';
import { moveTransaction, type OpenTransaction, openTransaction } from './move-transaction.ts';
import { formatSplit, parseSplit } from './wire-split.ts';

/**
 * Refunds a charge, for an Admin (Sponsor Lending API, funding and refund endpoints).
 * @throws LendingError `invalid` and `wrong_state` (400), `forbidden`, `not_found`
 */
export async function createRefund(
  context: LendingContext,
  sponsor: Sponsor,
  input: RefundRequest,
  idempotencyKey?: string,
): Promise<RefundResponse> {
  const asked = parseSplit(input);
  requireCallable(context, 'transaction_callback_url', input.transaction_callback_url);
  const call = { sponsorId: sponsor.id, operation: 'refund', key: idempotencyKey } as const;
  const request = keyedRequest(context, call, input);
  return context.database.transaction(async (tx) => {
    const repeated = await repeatedAnswer<RefundResponse>(context, tx, request);
    if (repeated) return repeated;
    const { user } = await heldActingUser(tx, context.database, {
      sponsorId: sponsor.id,
      requestUserId: input.request_user_id,
      action: 'refund',
      namedIn: 'body',
    });
    const refundable = await openRefundable(context, tx, user, input.payment_request_uuid);
    const answer = await refundCharge(context, tx, refundable, { user, input, asked });
    await keepAnswer(tx, request, answer);
    return answer;
  });
}

interface Refundable extends OpenTransaction {
  charge: ChargeRequestRow;
}

/** Loads a charge of the user's merchant under its loan's lock. */
async function openRefundable(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  { sponsor_id, merchant_id }: MerchantUserRow,
  id: string,
): Promise<Refundable> {
  const charge = await findChargeRequest(tx, sponsor_id, id);
  const refund = charge ?? (await findRefundRequest(tx, sponsor_id, id));
  if (refund?.merchant_id !== merchant_id) throw new LendingError('not_found', 'Not found.');
  if (!charge) throw new LendingError('wrong_state', 'A refund cannot be refunded.');
  if (!(await findTransaction(tx, sponsor_id, id))) {
    throw new LendingError('wrong_state', 'The charge has not been approved.');
  }
  return { ...(await openTransaction(context, tx, sponsor_id, id)), charge };
}

interface Asked {
  user: MerchantUserRow;
  input: RefundRequest;
  asked: Split;
}

async function refundCharge(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  { charge, transaction: original, loan }: Refundable,
  { user, input, asked }: Asked,
): Promise<RefundResponse> {
  const now = context.clock.now(original.sponsor_id);
  const refunds = await listRefundsOf(tx, original);
  requireRefundable({ charge: original, refunds, asked }, now);
  const request = newRefundRequest(context, original, input, isFull(original, asked), now);
  const pending = newRefundTransaction(request, {
    ...asked,
    payment_identifier: input.payment_identifier,
  });
  await insertRefundRequest(tx, request);
  await insertTransaction(tx, pending, refundItems(asked));
  const refund = await startRefund(context, tx, { original, refund: pending, loan }, now);
  await notifyRefund(context, tx, { loan, charge, refund, user });
  await noteActivity(tx, request);
  const left = unrefunded(original, [...refunds, refund]);
  return {
    refund_request_uuid: refund.id,
    payment_request_uuid: charge.id,
    refund_type: request.refund_type,
    refund_status: refund.status,
    ...formatSplit(refund),
    maximum_refundable_amount: formatCents(left.consumer_charge_amount_cents),
    request_datetime: timestamp(now),
  };
}

function requireRefundable(refund: Parameters<typeof refusalOfRefund>[0], now: number): void {
  const refusal = refusalOfRefund(refund, now);
  if (!refusal) return;
  const field = refusal.part?.replace(/_cents$/, '');
  throw new LendingError('wrong_state', refusal.message, {
    ...(field !== undefined && {
      errors: { [field]: ['Must be at most what is left to refund.'] },
    }),
  });
}

/** A charge that has not gone out is taken back at once; of any other the refund goes out itself. */
async function startRefund(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  {
    original,
    refund,
    loan,
  }: { original: TransactionRow; refund: TransactionRow } & Pick<OpenTransaction, 'loan'>,
  now: number,
): Promise<TransactionRow> {
  if (refundPhase(original, now) === 'not_sent') {
    await moveTransaction(context, tx, { transaction: original, loan }, 'refunded_in_full', now);
    const open = { transaction: refund, loan };
    return moveTransaction(context, tx, open, 'original_not_at_processor', now);
  }
  const { id: key, sponsor_id: scope } = refund;
  await schedule(tx, { kind: timerKinds.refundSubmission, key, scope, dueAt: nextCutOff(now) });
  return refund;
}

/** The request of a refund of a charge. */
function newRefundRequest(
  { ids }: LendingContext,
  { sponsor_id, merchant_id, application_id, invited_by, charge_request_id }: TransactionRow,
  input: RefundRequest,
  isFullRefund: boolean,
  now: number,
): RefundRequestRow {
  return {
    id: ids.uuid(),
    sponsor_id,
    merchant_id,
    application_id,
    invited_by,
    charge_request_id,
    requested_by: input.request_user_id,
    refund_type: isFullRefund ? 'full' : 'partial',
    transaction_callback_url: input.transaction_callback_url,
    reason: input.reason ?? null,
    requested_at: now,
  };
}

/** Its transaction, on which nothing has happened yet. */
function newRefundTransaction(
  request: RefundRequestRow,
  {
    payment_identifier = null,
    ...asked
  }: Split & { payment_identifier?: string | null | undefined },
): TransactionRow {
  return {
    id: request.id,
    sponsor_id: request.sponsor_id,
    merchant_id: request.merchant_id,
    application_id: request.application_id,
    invited_by: request.invited_by,
    charge_request_id: request.charge_request_id,
    transaction_description: REFUND,
    ...asked,
    status: 'Pending',
    requested_at: request.requested_at,
    status_at: request.requested_at,
    settled_at: null,
    expected_settlement_date: null,
    submitted_by: request.requested_by,
    payment_identifier,
  };
}

interface AcceptedRefund {
  loan: ApplicationRow;
  charge: ChargeRequestRow;
  refund: TransactionRow;
  /** Who asked for it. */
  user: MerchantUserRow;
}

/** Queues the messages to the consumer and the merchant user. */
async function notifyRefund(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  { loan, charge, refund, user }: AcceptedRefund,
): Promise<void> {
  const message = {
    ...(await loanRecordOf(context, tx, loan)),
    refund_cents: refund.consumer_charge_amount_cents,
    charge_cents: charge.consumer_charge_amount_cents,
    payment_request_id: charge.payment_request_id,
    // Only the refund of such a charge has settled by now.
    is_charge_unsent: isSettled(refund),
  };
  const email = refundEmail(message);
  const sent = { kind: 'refund', channel: 'email', message: email, links: [] } as const;
  await queueConsumerMessage(context, tx, loan, sent);
  await mailRecord(context, tx, loan, email.text);
  const { sponsor_id, merchant_id } = charge;
  const locale = await merchantLocale(tx, { id: merchant_id, sponsor_id });
  await queueMessage(context, tx, {
    ...refundAcceptedEmail(message, locale),
    sponsor_id,
    application_id: loan.id,
    merchant_id,
    kind: 'refund_accepted',
    channel: 'email',
    recipient: user.email,
    links: [],
  });
}
