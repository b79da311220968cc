import type { Transaction } from 'kysely';
import type { Offer } from '../../../lending-api/offers.ts';
import { sha256Hex } from '../../../platform/crypto/digest.ts';
import { parseCents } from '../../../platform/money.ts';
import type { LendingContext } from '../../context.ts';
import { easternDate } from '../../../platform/calendar/eastern-time.ts';
import { creditLineIncreasedEmail } from '../../domain/messages/funding-messages.ts';
import { offerObject } from '../../domain/offers/offer-object.ts';
import { priceOffer } from '../../domain/offers/price-offers.ts';
import { plainText } from '../../pages/plain-text.ts';
import { readerFor } from '../../pages/reader.ts';
import { revisedDisclosuresOf } from '../../pages/terms/disclosures.ts';
import type { LoanTerms, TilaTerms } from '../../pages/terms/loan-terms.ts';
import { consentOf, recordConsent } from '../../store/consent-events.ts';
import { listDocumentHeads } from '../../store/documents.ts';
import { findMerchant } from '../../store/merchants.ts';
import type { ApplicationTable, LendingSchema } from '../../store/schema.ts';
import { selectedOffer } from '../applications/loan-application-record.ts';
import { productOf } from '../applications/offerable-products.ts';
import { mailRecord } from '../letters/mail-record.ts';
import { queueMessage } from '../messages/queue-message.ts';
import { keepDocuments } from '../terms/keep-documents.ts';
import { tilaTermsOf } from '../terms/loan-terms-of.ts';

type RevisedTila = TilaTerms & Pick<LoanTerms, 'promo_disclosure'>;

export interface RevisedTerms {
  /** The offer object with its figures for the new limit. */
  offer: Offer;
  terms: RevisedTila;
}

/** The accepted loan's terms for another limit, priced today: nothing is spent yet. */
export async function revisedTermsOf(
  { clock, config: { texts } }: LendingContext,
  tx: Transaction<LendingSchema>,
  account: ApplicationTable,
  newLimitCents: number,
): Promise<RevisedTerms> {
  const accepted = selectedOffer(account);
  const merchant = await findMerchant(tx, account.sponsor_id, account.merchant_id);
  if (!accepted || !merchant) throw new Error(`account ${account.id} has no accepted terms`);
  const now = clock.now(account.sponsor_id);
  const date = easternDate(now);
  const approvedCents = Math.max(parseCents(accepted.approved_amount), newLimitCents);
  const amounts = { approved_amount_cents: approvedCents, amount_cents: newLimitCents };
  const { is_counter_offer, product_id, expires_at } = accepted;
  const priced = priceOffer(productOf(product_id), { ...amounts, is_counter_offer }, date);
  const offer = offerObject(priced, {
    offer_uuid: accepted.offer_uuid,
    mla_covered: accepted.mla_covered,
    hard_inquiry_on_accept: accepted.hard_inquiry_on_accept,
    expires_at: Date.parse(expires_at),
    texts,
    locale: account.locale,
    date,
  });
  const common = { applicant: account, merchantName: merchant.business_name, now };
  const { promo_disclosure } = offer;
  return { offer, terms: { ...tilaTermsOf(common, priced), promo_disclosure } };
}

interface Revision {
  terms: RevisedTila;
  previousLimitCents: number;
}

/** Keeps the revised disclosure, its evidence, and sends it to the consumer. */
export async function discloseRevisedTerms(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  account: ApplicationTable,
  { terms, previousLimitCents }: Revision,
): Promise<void> {
  const documents = await revisedDisclosuresOf(readerFor(context.config, account.locale), terms);
  const earlier = await listDocumentHeads(tx, account.sponsor_id, account.id);
  await keepDocuments(context, tx, account, { documents, earlier: earlier.length });
  await recordConsent(tx, context, {
    ...consentOf(account),
    consentType: 'revised_terms_sent',
    action: 'attested',
    text: evidenceText(context, account, terms.on_date),
    acceptedAt: context.clock.now(account.sponsor_id),
    documentSha256: documents.map(({ sha256 }) => sha256),
    collectedBy: 'sponsor_api',
  });
  const message = creditLineIncreasedEmail({
    texts: context.config.texts,
    locale: account.locale,
    date: terms.on_date,
    loan_number: terms.loan_number,
    merchant_name: terms.merchant_name,
    previous_limit_cents: previousLimitCents,
    new_limit_cents: terms.credit_limit_cents,
    documents: documents.map(({ html }) => plainText(html)).join('\n\n'),
  });
  await queueMessage(context, tx, {
    ...message,
    sponsor_id: account.sponsor_id,
    application_id: account.id,
    merchant_id: account.merchant_id,
    kind: 'credit_line_increased',
    channel: 'email',
    recipient: account.email,
    links: [],
  });
  await mailRecord(context, tx, account, message.text);
}

function evidenceText({ config }: LendingContext, { locale }: ApplicationTable, date: string) {
  const { id, version, text } = config.texts.current('credit_line_increased', locale, date);
  return { id, version, sha256: sha256Hex(text) };
}
