import type { Transaction } from 'kysely';
import {
  type ChargeRequest,
  type ChargeRequestResponse,
  createChargeRequestRoute,
} from '../../../lending-api/payment-requests.ts';
import { splitFee } from '../../../loan-math/fee-split.ts';
import type { CalendarDate } from '../../../platform/calendar/calendar-date.ts';
import type { Connection } from '../../../platform/database/database.ts';
import { schedule } from '../../../platform/due-work/due-work.ts';
import { formatCents } from '../../../platform/money.ts';
import type { LendingContext, Sponsor } from '../../context.ts';
import { timestamp } from '../../domain/formats.ts';
import {
  type NotificationPlan,
  notificationPlan,
} from '../../domain/funding/charge-prerequisites.ts';
import { CHARGE_LIFETIME_MS, chargeDeadline } from '../../domain/funding/charge-status.ts';
import type { Split } from '../../domain/funding/transaction-items.ts';
import { purchaseWindowEndDate } from '../../domain/loan.ts';
import { chargeRequestEmail, chargeRequestSms } from '../../domain/messages/funding-messages.ts';
import { LendingError } from '../../errors.ts';
import { findLoan, lockLoan, reserveSpend } from '../../store/accounts.ts';
import { noteActivity } from '../../store/activities.ts';
import { insertChargeRequest } from '../../store/charge-requests.ts';
import { issueLink } from '../../store/links.ts';
import { noteFindings } from '../../store/lint-findings.ts';
import { findMerchant } from '../../store/merchants.ts';
import { hasBounced } from '../../store/messages.ts';
import type { ApplicationRow } from '../../store/schema/applications.ts';
import type { ChargeRequestRow } from '../../store/schema/funding.ts';
import type { LendingSchema } from '../../store/schema.ts';
import { maySendSms } from '../../store/sms-consent.ts';
import { timerKinds } from '../../work-kinds.ts';
import {
  type ActingFor,
  type ActingUser,
  actingUser,
  heldActingUser,
  requireReachOrShare,
} from '../acting-user.ts';
import { selectedOffer } from '../applications/loan-application-view.ts';
import { productOf } from '../applications/offers-of-application.ts';
import { keepAnswer, keptAnswer, keyedRequest, repeatedAnswer } from '../idempotency.ts';
import { linkForEmail } from '../identity/mailed-link.ts';
import { queueConsumerMessage } from '../queue-message.ts';
import { requireCallable } from '../sponsor-addresses.ts';
import { endOverdueCharges, missingFor } from './pending-charge.ts';
import { formatSplit, parseSplit } from './wire-split.ts';

/**
 * Asks the consumer to approve a charge (Sponsor Lending API, funding and refund endpoints).
 * @throws LendingError `invalid` and `wrong_state` (400), `forbidden`, `not_found`,
 * `unreachable_consumer` (424)
 */
export async function createChargeRequest(
  context: LendingContext,
  sponsor: Sponsor,
  input: ChargeRequest,
  idempotencyKey?: string,
): Promise<ChargeRequestResponse> {
  const split = parseSplit(input);
  requireCallable(context, 'transaction_callback_url', input.transaction_callback_url);
  const { query } = context.database;
  const call = {
    sponsorId: sponsor.id,
    operation: 'payment-request',
    key: idempotencyKey,
  } as const;
  const request = keyedRequest(context, call, input);
  const kept = await keptAnswer<ChargeRequestResponse>(query, request);
  if (kept) return kept;
  const named = namedBy(sponsor, input);
  const loan = await openLoan(query, await actingUser(query, named), input);
  if (context.config.environment === 'sandbox') await noteFeeDeviation(context, loan, split);
  const plan = await planNotifications(context, loan);
  return context.database.transaction(async (tx) => {
    const repeated = await repeatedAnswer<ChargeRequestResponse>(context, tx, request);
    if (repeated) return repeated;
    // What was read before was to ask the messenger, which nobody may wait for in here.
    await openLoan(tx, await heldActingUser(tx, context.database, named), input);
    const answer = await addCharge(context, tx, { loanId: loan.id, sponsor, input, split, plan });
    await keepAnswer(tx, request, answer);
    return answer;
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
): Promise<ApplicationRow> {
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
): Promise<ChargeRequestResponse> {
  const now = context.clock.now(sponsor.id);
  const loan = await lockChargeable(context, tx, { sponsorId: sponsor.id, loanId, now });
  await requirePrerequisites(tx, loan, now);
  // Refused here and not before: a repeat of a request that was sent has its answer by its key.
  if (!plan) throw unreachableConsumer();
  const cents = split.consumer_charge_amount_cents;
  if (!(await reserveSpend(tx, loan, cents, now))) throw exceedsAvailableSpend();
  const fresh = newChargeRequest(context, loan, { input, split, plan }, now);
  const charge = await storeCharge(context, tx, fresh);
  await startCharge(context, tx, loan, charge);
  await noteActivity(tx, charge);
  return chargeRequestAnswer(charge, loan);
}

/** How often a number for people is drawn: one in 10¹⁰ for each request there is, is taken. */
const mostDraws = 5;

/** Stores the request under a number for people that no other one has. */
async function storeCharge(
  { ids }: Pick<LendingContext, 'ids'>,
  tx: Transaction<LendingSchema>,
  fresh: ChargeRequestRow,
): Promise<ChargeRequestRow> {
  let charge = fresh;
  for (let draws = 1; !(await insertChargeRequest(tx, charge)); draws += 1) {
    if (draws === mostDraws) throw new Error('every payment_request_id that was drawn is taken');
    charge = { ...charge, payment_request_id: numberForPeople(ids) };
  }
  return charge;
}

function numberForPeople(ids: LendingContext['ids']): string {
  return `PR-${ids.digits(10)}`;
}

/** The loan, locked; what a late timer still holds reserved for an expired request is free again. */
async function lockChargeable(
  { database }: LendingContext,
  tx: Transaction<LendingSchema>,
  { sponsorId, loanId, now }: { sponsorId: string; loanId: string; now: number },
): Promise<ApplicationRow> {
  const loan = await lockLoan(tx, database, sponsorId, loanId);
  if (loan.pending_charge_amount_cents === 0) return loan;
  await endOverdueCharges(tx, loan, now);
  return lockLoan(tx, database, sponsorId, loanId);
}

async function requirePrerequisites(
  tx: Transaction<LendingSchema>,
  loan: ApplicationRow,
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
  loan: ApplicationRow,
  charge: ChargeRequestRow,
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
  await schedule(tx, { kind: timerKinds.chargeDeadline, key, scope, dueAt });
  const answer = context.providers.applicants.answerToCharge(charge.payment_identifier);
  if (answer) {
    await schedule(tx, {
      kind: timerKinds.consumerAnswer,
      key,
      scope,
      dueAt: now,
      payload: { answer },
    });
  }
}

/** The row of a request that is made now and waits for its consumer. */
function newChargeRequest(
  { ids }: Pick<LendingContext, 'ids'>,
  loan: Pick<ApplicationRow, 'id' | 'sponsor_id' | 'merchant_id' | 'invited_by'>,
  { input, split, plan }: { input: ChargeRequest; split: Split; plan: NotificationPlan },
  now: number,
): ChargeRequestRow {
  return {
    id: ids.uuid(),
    payment_request_id: numberForPeople(ids),
    sponsor_id: loan.sponsor_id,
    merchant_id: loan.merchant_id,
    application_id: loan.id,
    invited_by: loan.invited_by,
    requested_by: input.request_user_id,
    transaction_description: input.transaction_description,
    transaction_callback_url: input.transaction_callback_url,
    payment_identifier: input.payment_identifier ?? null,
    description: input.description ?? null,
    status: 'Pending',
    approved_by: null,
    approved_by_user: null,
    rejection_reason: null,
    authorization_method: null,
    authorization_reference: null,
    requested_at: now,
    expires_at: now + CHARGE_LIFETIME_MS,
    status_at: now,
    ...split,
    sms_notification: plan.sms,
    email_notification: plan.email,
    warning: plan.warning,
  };
}

const operation = `POST ${createChargeRequestRoute.getRoutingPath()}`;

/**
 * Notes a split that balances but is not the product's: it is taken, since only its balance is
 * asked for, and the sandbox says so.
 */
async function noteFeeDeviation(
  context: LendingContext,
  loan: ApplicationRow,
  sent: Split,
): Promise<void> {
  const product = selectedOffer(loan);
  if (product === null) return;
  const { consumer_charge_amount_cents, ...parts } = sent;
  const expected = splitFee(consumer_charge_amount_cents, productOf(product.product_id));
  const names = Object.keys(parts) as (keyof typeof parts)[];
  const findings = names
    .filter((name) => parts[name] !== expected[name])
    .map((name) => ({
      operation,
      kind: 'fee_split' as const,
      field: name.replace(/_cents$/, ''),
      detail: `${formatCents(parts[name])} of ${formatCents(consumer_charge_amount_cents)}; by the product's percents ${formatCents(expected[name])}`,
    }));
  const { sponsor_id: sponsorId } = loan;
  await noteFindings(context, { sponsorId, at: context.clock.now(sponsorId) }, findings);
}

/** How the consumer can be reached; null when it cannot. Asks the messenger first. */
async function planNotifications(
  { database, providers }: LendingContext,
  loan: ApplicationRow,
): Promise<NotificationPlan | null> {
  const { sponsor_id, email } = loan;
  return notificationPlan({
    has_sms_consent: await maySendSms(database.query, loan),
    sms_reach: await providers.messenger.smsReach(loan.phone),
    has_email: !(await hasBounced(database.query, sponsor_id, email)),
  });
}

interface ChargeNotification {
  loan: ApplicationRow;
  charge: Pick<
    ChargeRequestRow,
    'consumer_charge_amount_cents' | 'expires_at' | 'sms_notification' | 'email_notification'
  >;
  merchantName: string;
  /** The SMS never carries a mailed link. */
  links: { sms: string; email: string };
}

/** Queues the SMS and the e-mail with the link to the approval. */
async function notifyConsumer(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  { loan, charge, merchantName, links }: ChargeNotification,
): Promise<void> {
  const message = {
    locale: loan.locale,
    merchant_name: merchantName,
    consumer_charge_amount_cents: charge.consumer_charge_amount_cents,
    last_day: lastDayBefore(charge.expires_at, loan),
  };
  if (charge.sms_notification === 'sent') {
    await queueConsumerMessage(context, tx, loan, {
      kind: 'charge_request',
      channel: 'sms',
      message: chargeRequestSms({ ...message, link: links.sms }),
      links: [links.sms],
    });
  }
  if (charge.email_notification === 'sent') {
    await queueConsumerMessage(context, tx, loan, {
      kind: 'charge_request',
      channel: 'email',
      message: chargeRequestEmail({ ...message, link: links.email }),
      links: [links.email],
    });
  }
}

/** The last day on which the loan can be charged; null if the request expires before it is over. */
function lastDayBefore(
  expiresAt: number,
  { purchase_window_ends_at: endsAt }: Pick<ApplicationRow, 'purchase_window_ends_at'>,
): CalendarDate | null {
  return endsAt !== null && endsAt < expiresAt ? purchaseWindowEndDate(endsAt) : null;
}

/** A charge request as its creation is answered. */
function chargeRequestAnswer(
  charge: ChargeRequestRow,
  loan: Pick<ApplicationRow, 'purchase_window_ends_at'>,
): ChargeRequestResponse {
  return {
    payment_request_uuid: charge.id,
    payment_request_id: charge.payment_request_id,
    payment_request_status: charge.status,
    ...formatSplit(charge),
    transaction_description: charge.transaction_description,
    requested_by: charge.requested_by,
    request_datetime: timestamp(charge.requested_at),
    expires_at: timestamp(chargeDeadline({ ...loan, expires_at: charge.expires_at })),
    notifications: { sms: charge.sms_notification, email: charge.email_notification },
    ...(charge.payment_identifier !== null && { payment_identifier: charge.payment_identifier }),
    ...(charge.warning !== null && { warning: charge.warning }),
  };
}
