import type { Transaction } from 'kysely';
import type { TransactionStatus } from '../../../lending-api/statuses.ts';
import { easternDate } from '../../../platform/calendar/eastern-time.ts';
import { sha256Hex } from '../../../platform/crypto/digest.ts';
import { schedule } from '../../../platform/due-work/due-work.ts';
import { formatCents } from '../../../platform/money.ts';
import type { LendingContext } from '../../context.ts';
import { chargeStatement, chargeTermsOf } from '../../documents/charge-statement.ts';
import { documentContextFor } from '../../documents/document-context.ts';
import { nextCutOff } from '../../domain/business-days.ts';
import { timestamp } from '../../domain/formats.ts';
import { chargeDeadline, endedBy } from '../../domain/funding/charge-status.ts';
import { chargeItems, endsPurchaseWindow } from '../../domain/funding/transaction-items.ts';
import { availableSpend } from '../../domain/loan.ts';
import { chargeReceiptEmail } from '../../domain/messages/funding-messages.ts';
import { chargeRequestMachine } from '../../domain/states/charge-request.ts';
import { transition } from '../../domain/states/state-machine.ts';
import { spendReserved } from '../../store/accounts.ts';
import { endPendingRequest } from '../../store/charge-requests.ts';
import { consentOf, type Facts, recordConsentTo } from '../../store/consent-events.ts';
import type { ApplicationRow } from '../../store/schema/applications.ts';
import type { ChargeRequestRow, TransactionRow } from '../../store/schema/funding.ts';
import type { LinkRow } from '../../store/schema/hosted-pages.ts';
import type { MerchantRow } from '../../store/schema/merchants.ts';
import type { LendingSchema } from '../../store/schema.ts';
import { insertTransaction } from '../../store/transactions.ts';
import { timerKinds } from '../../work-kinds.ts';
import { causeOf, recordEvent } from '../callbacks.ts';
import {
  checkIdentity,
  type HostedLink,
  type IdentityClaim,
  lockOpenLink,
} from '../identity/hosted-link.ts';
import { CLOSED, type Closed, type ProofOutcome, type Visitor } from '../identity/visitor.ts';
import { loanRecordOf, mailRecord } from '../letters.ts';
import { queueMessage } from '../queue-message.ts';
import { balanceAt } from './balance-at.ts';
import { closeRequest, endCharge, missingFor, type OpenCharge } from './pending-charge.ts';
import { formatSplit } from './wire-split.ts';

/** Who it is, by the last four digits and the loan number, before the charge is shown. */
export function identifyForCharge(
  context: LendingContext,
  token: string,
  claim: Required<IdentityClaim>,
): Promise<ProofOutcome> {
  return context.database.transaction(async (tx) => {
    const hosted = await lockChargeOfLink(context, tx, token);
    return hosted ? checkIdentity(context, tx, hosted, claim) : CLOSED;
  });
}

interface ChargePageAnswer {
  answer: 'approve' | 'reject';
  /** Digest of the statement that was read. */
  shown: string;
  visitor: Visitor;
  /** When the question of this very link was answered (epoch ms); the caller has seen the proof. */
  identityProvedAt: number;
}

/**
 * The answer of a consumer who has said who they are; everything else is checked again. `changed`:
 * the statement is another by now than the one that was read, and nothing was done.
 */
export function answerChargeByLink(
  context: LendingContext,
  token: string,
  { answer, shown, visitor, identityProvedAt }: ChargePageAnswer,
): Promise<{ kind: ChargeResult | 'changed' } | Closed> {
  return context.database.transaction(async (tx) => {
    const hosted = await lockChargeOfLink(context, tx, token);
    if (!hosted) return CLOSED;
    const { charge, application: loan, merchant, link } = hosted;
    const at = context.clock.now(charge.sponsor_id);
    const balanced = await balanceAt(tx, loan, at);
    const statement = await statementOf(context, { charge, loan: balanced, merchant });
    // What has ended by now is told so, whatever was read.
    const isOpen = endedBy({ ...loan, expires_at: charge.expires_at }, at) === null;
    if (isOpen && sha256Hex(statement) !== shown) return { kind: 'changed' };
    const page = { visitor, statement, link, identityProvedAt };
    const answered = { kind: answer, by: 'consumer', page } as const;
    return { kind: await answerCharge(context, tx, { charge, loan }, answered) };
  });
}

/** The pending charge of a link that takes answers, its loan locked; undefined if there is none. */
async function lockChargeOfLink(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  token: string,
): Promise<(HostedLink & { charge: ChargeRequestRow }) | undefined> {
  const hosted = await lockOpenLink(context, tx, 'charge', token);
  if (hosted?.charge?.status !== 'Pending') return undefined;
  return { ...hosted, charge: hosted.charge };
}

/** How a pending request ended when it was answered. */
export type ChargeResult = 'approved' | 'rejected' | 'expired' | 'canceled';

type ConsumerAnswer = {
  kind: 'approve' | 'reject';
  by: 'consumer';
  /** Null in the sandbox, which answers without one. */
  page: AnsweredPage | null;
};

type SponsorAnswer = { kind: 'approve'; by: 'sponsor'; authorization: Authorization };

/** The page on which the consumer answered. */
interface AnsweredPage {
  visitor: Visitor;
  /** What was read. */
  statement: string;
  /** On which the last four digits and the loan number were given. */
  link: Pick<LinkRow, 'token_digest'>;
  /** Epoch milliseconds. */
  identityProvedAt: number;
}

/** What lets a sponsor approve for the consumer. */
type Authorization = Pick<
  ChargeRequestRow,
  'approved_by_user' | 'authorization_method' | 'authorization_reference'
>;

/**
 * Takes the answer to a pending request. One that has expired by now ends as
 * expired, whatever the answer, and one whose purchase window is over is not rejected any more; an
 * approval that lacks a prerequisite cancels the request and is called back as rejected.
 * @throws IllegalTransitionError when it is not pending any more
 */
export async function answerCharge(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  { charge, loan }: OpenCharge,
  answer: ConsumerAnswer | SponsorAnswer,
): Promise<ChargeResult> {
  transition(chargeRequestMachine, charge.status, 'approved');
  const at = context.clock.now(charge.sponsor_id);
  const deadlines = { ...loan, expires_at: charge.expires_at };
  const event = endedBy(deadlines, at);
  // Who approves after the purchase window is told so; a rejection is of nothing any more.
  if (event === 'expired' || (event !== null && answer.kind === 'reject')) {
    await endCharge(tx, loan, charge, { event, at: chargeDeadline(deadlines) });
    return event;
  }
  const open = { charge, loan: await balanceAt(tx, loan, at) };
  if (answer.kind === 'reject') {
    const end = { event: 'rejected', at, reason: 'consumer_rejected' } as const;
    await refuse(context, tx, open, end);
    await keepConsumerAnswer(context, tx, open, answer);
    return 'rejected';
  }
  const reservedCents = charge.consumer_charge_amount_cents;
  const missing = await missingFor(tx, open.loan, { now: at, reservedCents });
  if (missing) {
    await refuse(context, tx, open, { event: 'canceled', at, reason: missing.kind });
    return 'canceled';
  }
  await approve(context, tx, open, answer, at);
  if (answer.by === 'consumer') await keepConsumerAnswer(context, tx, open, answer);
  else await keepAuthorization(context, tx, open, answer.authorization);
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
  answer: ConsumerAnswer | SponsorAnswer,
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

function newTransaction(charge: ChargeRequestRow, at: number): TransactionRow {
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

interface ChargeOutcome {
  outcome: 'approved' | 'rejected';
  /** As it stands now, after its answer. */
  charge: ChargeRequestRow;
  loan: ApplicationRow;
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
    ...formatSplit(charge),
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
  const { id, sponsor_id, merchant_id, email } = loan;
  const isLast = endsPurchaseWindow(charge.transaction_description, context.config.loanTerms);
  const receipt = chargeReceiptEmail({
    ...(await loanRecordOf(context, tx, loan)),
    texts: context.config.texts,
    by,
    consumer_charge_amount_cents: charge.consumer_charge_amount_cents,
    payment_request_id: charge.payment_request_id,
    // What was set aside for it is spent now: nothing else has changed.
    available_spend_cents: isLast ? null : availableSpend(loan),
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

/**
 * Keeps the evidence of a consumer's answer: what was asked for and, if there was a page, what it
 * said. `open` is as it was before the answer.
 */
async function keepConsumerAnswer(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  open: OpenCharge,
  { kind, page }: ConsumerAnswer,
): Promise<void> {
  const { loan, charge } = open;
  const now = context.clock.now(loan.sponsor_id);
  const { version, text } = context.config.texts.current(
    'charge_approval',
    loan.locale,
    easternDate(now),
  );
  const event = {
    ...consentOf(loan),
    consentType: kind === 'approve' ? 'charge_approval' : 'charge_rejection',
    action: page === null ? 'attested' : 'clicked',
    text: { id: 'charge_approval', version, sha256: sha256Hex(text) },
    acceptedAt: now,
    ...page?.visitor,
    sessionId: charge.id,
    collectedBy: page === null ? 'sponsor_api' : 'hosted',
  } as const;
  const facts = { ...chargeFacts(open), ...(page && identityFacts(page)) };
  await recordConsentTo(tx, context, event, { facts, shown: page?.statement ?? null });
}

/** How the consumer was known (Sponsor Lending API, funding and refund endpoints). */
function identityFacts({ link, identityProvedAt }: AnsweredPage) {
  return {
    identity_proved_by: 'ssn_last4, loan_number',
    identity_proved_at: timestamp(identityProvedAt),
    link_token_sha256: link.token_digest,
  };
}

/** What the page says of a charge, and what is kept of it. The loan is balanced as of now. */
export async function statementOf(
  context: LendingContext,
  { charge, loan, merchant }: OpenCharge & { merchant: MerchantRow },
): Promise<string> {
  const terms = chargeTermsOf({ charge, loan, merchant }, context);
  return String(await chargeStatement(documentContextFor(context.config, loan.locale), terms));
}

/** Keeps what authorised a sponsor to approve for the consumer. */
async function keepAuthorization(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  open: OpenCharge,
  authorization: Authorization,
): Promise<void> {
  const { charge, loan } = open;
  const event = {
    ...consentOf(loan),
    consentType: 'on_behalf_authorization',
    action: 'attested',
    acceptedAt: context.clock.now(loan.sponsor_id),
    sessionId: charge.id,
    collectedBy: 'sponsor_api',
  } as const;
  const facts = { ...chargeFacts(open), ...authorization };
  await recordConsentTo(tx, context, event, { facts, shown: null });
}

/** What was asked for and what it leaves to spend, as it stood before the answer. */
function chargeFacts({ charge, loan }: OpenCharge): Facts {
  return {
    payment_request_uuid: charge.id,
    payment_request_id: charge.payment_request_id,
    consumer_application_human_readable_id: loan.consumer_application_human_readable_id,
    platform_merchant_id: charge.merchant_id,
    requested_by: charge.requested_by,
    transaction_description: charge.transaction_description,
    description: charge.description,
    consumer_charge_amount: formatCents(charge.consumer_charge_amount_cents),
    available_spend_after: formatCents(availableSpend(loan)),
    request_datetime: timestamp(charge.requested_at),
    expires_at: timestamp(chargeDeadline({ ...loan, expires_at: charge.expires_at })),
  };
}
