import type { Transaction } from 'kysely';
import type {
  ChargeRequest,
  ChargeRequestResponse,
} from '../../../lending-api/payment-requests.ts';
import type { Connection } from '../../../platform/database/database.ts';
import { schedule } from '../../../platform/due-work/due-work.ts';
import type { LendingContext, Sponsor } from '../../context.ts';
import { chargeDeadline } from '../../domain/funding/charge-deadline.ts';
import type { NotificationPlan } from '../../domain/funding/notification-plan.ts';
import type { Split } from '../../domain/funding/transaction-items.ts';
import { LendingError } from '../../errors.ts';
import { consumerAnswerTo } from '../../providers/sandbox-providers.ts';
import { noteActivity } from '../../store/activity-counts.ts';
import { insertChargeRequest } from '../../store/charge-requests.ts';
import { issueLink } from '../../store/links.ts';
import { findMerchant } from '../../store/merchants.ts';
import type { ApplicationTable, ChargeRequestTable, LendingSchema } from '../../store/schema.ts';
import { findLoan, lockLoan, reserveSpend } from '../../store/spending.ts';
import {
  type ActingFor,
  type ActingUser,
  actingUser,
  heldActingUser,
  requireReachOrShare,
} from '../acting-user.ts';
import { requireCallable } from '../events/require-callable.ts';
import { once } from '../once.ts';
import { linkForEmail } from '../identity/mailed-link.ts';
import { endOverdueCharges } from './cancel-pending-charges.ts';
import { chargeRequestAnswer } from './charge-request-answer.ts';
import { CHARGE_DEADLINE, CONSUMER_ANSWER } from './funding-timers.ts';
import { newChargeRequest } from './new-charge-request.ts';
import { noteFeeDeviation } from './note-fee-deviation.ts';
import { notifyConsumer, planNotifications } from './notify-consumer.ts';
import { missingFor } from './prerequisites.ts';
import { balancedSplit } from './split.ts';

/**
 * Asks the consumer to approve a charge (Sponsor Lending API, funding).
 * Throws `invalid` and `wrong_state` (400), `forbidden`, `not_found`, `unreachable_consumer` (424).
 */
export async function createChargeRequest(
  context: LendingContext,
  sponsor: Sponsor,
  input: ChargeRequest,
  idempotencyKey?: string,
): Promise<ChargeRequestResponse> {
  const split = balancedSplit(input);
  requireCallable(context, 'transaction_callback_url', input.transaction_callback_url);
  const { query } = context.database;
  const named = namedBy(sponsor, input);
  const loan = await openLoan(query, await actingUser(query, named), input);
  if (context.config.environment === 'sandbox') await noteFeeDeviation(context, loan, split);
  const plan = await planNotifications(context, loan);
  const request = { sponsorId: sponsor.id, operation: 'payment-request', key: idempotencyKey };
  return context.database.transaction(async (tx) => {
    // What was read before was to ask the messenger, which nobody may wait for in here.
    await openLoan(tx, await heldActingUser(tx, context.database, named), input);
    return once(context, tx, { ...request, body: input }, async () => {
      const charge = await addCharge(context, tx, { loanId: loan.id, sponsor, input, split, plan });
      return chargeRequestAnswer(charge);
    });
  });
}

function namedBy({ id }: Sponsor, { request_user_id }: ChargeRequest): ActingFor {
  return {
    sponsorId: id,
    requestUserId: request_user_id,
    action: 'request_charge',
    namedIn: 'body',
  };
}

async function openLoan(
  connection: Connection<LendingSchema>,
  acting: ActingUser,
  input: ChargeRequest,
): Promise<ApplicationTable> {
  const { sponsor_id, merchant_id } = acting.user;
  const loan = await findLoan(connection, sponsor_id, merchant_id, input);
  if (!loan) throw new LendingError('not_found', 'Not found.');
  await requireReachOrShare(connection, acting, loan);
  return loan;
}

interface NewCharge {
  loanId: string;
  sponsor: Sponsor;
  input: ChargeRequest;
  split: Split;
  /** Null when no channel reaches the consumer. */
  plan: NotificationPlan | null;
}

async function addCharge(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  { loanId, sponsor, input, split, plan }: NewCharge,
): Promise<ChargeRequestTable> {
  const now = context.clock.now(sponsor.id);
  const loan = await lockChargeable(context, tx, { sponsorId: sponsor.id, loanId, now });
  await requirePrerequisites(tx, loan, now);
  // Refused here and not before: a repeat of a request that was sent has its answer by its key.
  if (!plan) throw unreachableConsumer();
  const cents = split.consumer_charge_amount_cents;
  if (!(await reserveSpend(tx, loan, cents, now))) throw exceedsAvailableSpend();
  const charge = newChargeRequest(context, loan, { input, split, plan }, now);
  await insertChargeRequest(tx, charge);
  await startCharge(context, tx, loan, charge);
  await noteActivity(tx, charge);
  return charge;
}

/** The loan, locked; what a late timer still holds reserved for an expired request is free again. */
async function lockChargeable(
  { database }: LendingContext,
  tx: Transaction<LendingSchema>,
  { sponsorId, loanId, now }: { sponsorId: string; loanId: string; now: number },
): Promise<ApplicationTable> {
  const loan = await lockLoan(tx, database, sponsorId, loanId);
  if (loan.pending_charge_amount_cents === 0) return loan;
  await endOverdueCharges(tx, loan, now);
  return lockLoan(tx, database, sponsorId, loanId);
}

async function requirePrerequisites(
  tx: Transaction<LendingSchema>,
  loan: ApplicationTable,
  now: number,
): Promise<void> {
  const missing = await missingFor(tx, loan, { now, reservedCents: 0 });
  if (!missing) return;
  const kind = missing.kind === 'merchant_not_active' ? 'forbidden' : 'wrong_state';
  throw new LendingError(kind, missing.message);
}

function unreachableConsumer(): LendingError {
  return new LendingError(
    'unreachable_consumer',
    'The consumer cannot be reached by SMS, and there is no e-mail address to use instead.',
  );
}

function exceedsAvailableSpend(): LendingError {
  return new LendingError('wrong_state', 'The amount is more than the available spend.', {
    errors: { consumer_charge_amount: ['Must be at most the available spend.'] },
  });
}

/** What follows in the same transaction: the link, the messages and the end of the 48 hours. */
async function startCharge(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  loan: ApplicationTable,
  charge: ChargeRequestTable,
): Promise<void> {
  const { id: key, sponsor_id: scope, requested_at: now, expires_at: expiresAt } = charge;
  const link = { kind: 'charge', subjectId: key, sponsorId: scope, expiresAt, now } as const;
  const links = {
    sms: (await issueLink(tx, context, link)).url,
    email: await linkForEmail(context, tx, loan, link),
  };
  const merchant = await findMerchant(tx, scope, charge.merchant_id);
  const merchantName = merchant?.business_name ?? '';
  await notifyConsumer(context, tx, { loan, charge, merchantName, links });
  const dueAt = chargeDeadline({ ...loan, expires_at: expiresAt });
  await schedule(tx, { kind: CHARGE_DEADLINE, key, scope, dueAt });
  const answer =
    context.config.environment === 'sandbox' && consumerAnswerTo(charge.payment_identifier);
  if (answer) {
    await schedule(tx, { kind: CONSUMER_ANSWER, key, scope, dueAt: now, payload: { answer } });
  }
}
