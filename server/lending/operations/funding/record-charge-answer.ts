import type { Transaction } from 'kysely';
import { sha256Hex } from '../../../platform/crypto/digest.ts';
import type { LendingContext } from '../../context.ts';
import { easternDate } from '../../../platform/calendar/eastern-time.ts';
import { timestamp } from '../../domain/timestamp.ts';
import { chargeStatement, chargeTermsOf } from '../../pages/charge/charge-statement.ts';
import { readerFor } from '../../pages/reader.ts';
import { consentOf } from '../../store/consent-events.ts';
import { recordConsentTo, type Facts } from '../../store/evidence-records.ts';
import type { LendingSchema, LinkTable, MerchantTable } from '../../store/schema.ts';
import type { Visitor } from '../identity/visitor.ts';
import type { ChargeResult, OpenCharge } from './answer-charge.ts';
import { formatCents } from '../../../platform/money.ts';
import { availableSpend } from '../../domain/loan.ts';

/** The page that was answered on; null in the sandbox, which answers without one. */
interface AnsweredPage {
  visitor: Visitor;
  merchant: MerchantTable;
  /** On which the last four digits and the loan number were given. */
  link: Pick<LinkTable, 'token_digest'>;
  /** Epoch milliseconds. */
  identityProvedAt: number;
}

/**
 * Keeps the evidence of a consumer's answer to a charge request: what was asked for and, where there
 * was a page, what it said. `open` is as it was before the answer.
 */
export async function recordChargeAnswer(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  open: OpenCharge,
  { result, page }: { result: ChargeResult; page: AnsweredPage | null },
): Promise<void> {
  if (result !== 'approved' && result !== 'rejected') return;
  const { loan, charge } = open;
  const now = context.clock.now(loan.sponsor_id);
  const { version, text } = context.config.texts.current(
    'charge_approval',
    loan.locale,
    easternDate(now),
  );
  const event = {
    ...consentOf(loan),
    consentType: result === 'approved' ? 'charge_approval' : 'charge_rejection',
    action: page === null ? 'attested' : 'clicked',
    text: { id: 'charge_approval', version, sha256: sha256Hex(text) },
    acceptedAt: now,
    ...page?.visitor,
    sessionId: charge.id,
    collectedBy: page === null ? 'sponsor_api' : 'hosted',
  } as const;
  const shown = page && (await statementOf(context, open, page));
  const facts = { ...chargeFacts(open), ...(page && identityFacts(page)) };
  await recordConsentTo(tx, context, event, { facts, shown });
}

/** How the consumer was known (Sponsor Lending API, payment request). */
function identityFacts({ link, identityProvedAt }: AnsweredPage) {
  return {
    identity_proved_by: 'ssn_last4, loan_number',
    identity_proved_at: timestamp(identityProvedAt),
    link_token_sha256: link.token_digest,
  };
}

async function statementOf(
  context: LendingContext,
  { charge, loan }: OpenCharge,
  { merchant }: AnsweredPage,
): Promise<string> {
  const terms = chargeTermsOf({ charge, loan, merchant }, context);
  return String(await chargeStatement(readerFor(context.config, loan.locale), terms));
}

/** What was asked for and what it leaves to spend, as it stood before the answer. */
export function chargeFacts({ charge, loan }: OpenCharge): Facts {
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
    expires_at: timestamp(charge.expires_at),
  };
}
