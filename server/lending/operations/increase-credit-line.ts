import type { Transaction } from 'kysely';
import type { DetailResponse } from '../../lending-api/answers.ts';
import type { CreditLineIncreaseRequest } from '../../lending-api/consumer-accounts.ts';
import type { Offer } from '../../lending-api/offers.ts';
import { easternDate } from '../../platform/calendar/eastern-time.ts';
import { formatCents, parseCents } from '../../platform/money.ts';
import type { LendingContext, Sponsor } from '../context.ts';
import { plainText } from '../documents/document.ts';
import { documentContextFor } from '../documents/document-context.ts';
import { type RevisedTerms, revisedDisclosuresOf } from '../documents/loan-disclosures.ts';
import { refusalOfIncrease } from '../domain/credit-line-increase.ts';
import { creditLineIncreasedEmail } from '../domain/messages/funding-messages.ts';
import { offerObject, priceOffer } from '../domain/offers/price-offers.ts';
import { creditLineIncreaseMachine } from '../domain/states/credit-line-increase.ts';
import { transition } from '../domain/states/state-machine.ts';
import { LendingError } from '../errors.ts';
import { findCreditLineIncrease, insertCreditLineIncrease } from '../store/accounts.ts';
import { moveApplication } from '../store/applications.ts';
import { listDocumentHeads } from '../store/documents.ts';
import { findMerchant } from '../store/merchants.ts';
import type { ApplicationRow } from '../store/schema/applications.ts';
import type { LendingSchema } from '../store/schema.ts';
import { heldActingUser, lockReachableLoan } from './acting-user.ts';
import { selectedOffer } from './applications/loan-application-view.ts';
import { productOf } from './applications/offers-of-application.ts';
import { mailRecord } from './letters.ts';
import { queueMessage } from './queue-message.ts';
import { keepDocuments } from './terms/keep-documents.ts';
import { tilaTermsOf } from './terms/loan-terms-of.ts';

/**
 * Raises the limit of a consumer account, once and at once, and sends the consumer the revised
 * disclosure (Sponsor Lending API, consumer account endpoints).
 * @throws LendingError `invalid` and `wrong_state` (400), `forbidden`, `not_found`, `unavailable`
 * (503)
 */
export async function increaseCreditLine(
  context: LendingContext,
  sponsor: Sponsor,
  input: CreditLineIncreaseRequest,
): Promise<DetailResponse> {
  const newLimitCents = parseCents(input.cli_amount);
  await context.database.transaction(async (tx) => {
    const acting = await heldActingUser(tx, context.database, {
      sponsorId: sponsor.id,
      requestUserId: input.request_user_id,
      action: 'increase_credit_line',
      namedIn: 'body',
    });
    requireAvailable(context, input);
    const account = await lockReachableLoan(context, tx, sponsor, acting, input);
    await requireIncreasable(tx, account, newLimitCents);
    await increase(context, tx, account, { newLimitCents, requestedBy: input.request_user_id });
  });
  return { detail: `The credit limit is now ${formatCents(newLimitCents)}.` };
}

function requireAvailable(
  { providers }: LendingContext,
  { external_application_id }: CreditLineIncreaseRequest,
): void {
  if (providers.applicants.areIncreasesAvailable(external_application_id)) return;
  throw new LendingError('unavailable', 'Credit line increases are currently unavailable.');
}

async function requireIncreasable(
  tx: Transaction<LendingSchema>,
  account: ApplicationRow,
  newLimitCents: number,
): Promise<void> {
  const earlier = await findCreditLineIncrease(tx, account);
  const refusal = refusalOfIncrease(
    {
      ...account,
      application_status: account.status,
      increase: earlier ? 'Completed' : 'None',
    },
    newLimitCents,
  );
  if (refusal === null) return;
  if (!refusal.is_amount) throw new LendingError('wrong_state', refusal.message);
  throw new LendingError('invalid', refusal.message, { errors: { cli_amount: [refusal.message] } });
}

async function increase(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  account: ApplicationRow,
  { newLimitCents, requestedBy }: { newLimitCents: number; requestedBy: string },
): Promise<void> {
  const { id, sponsor_id, credit_limit_cents } = account;
  const at = context.clock.now(sponsor_id);
  transition(creditLineIncreaseMachine, 'None', 'increased');
  const isFirst = await insertCreditLineIncrease(tx, {
    application_id: id,
    sponsor_id,
    previous_limit_cents: credit_limit_cents ?? 0,
    new_limit_cents: newLimitCents,
    requested_by: requestedBy,
    increased_at: at,
  });
  if (!isFirst) throw new Error(`account ${id} was increased without its lock`);
  const revised = await revisedTermsOf(context, tx, account, newLimitCents);
  const increased = await moveApplication(tx, account, {
    event: 'credit_line_increased',
    actor: requestedBy,
    at,
    change: { credit_limit_cents: newLimitCents, selected_terms: JSON.stringify(revised.offer) },
  });
  await discloseRevisedTerms(context, tx, increased, {
    terms: revised.terms,
    previousLimitCents: credit_limit_cents ?? 0,
  });
}

interface RevisedLoan {
  /** The offer object with its figures for the new limit. */
  offer: Offer;
  terms: RevisedTerms;
}

/** The accepted loan's terms for another limit, priced today: nothing is spent yet. */
async function revisedTermsOf(
  { clock, config: { texts } }: LendingContext,
  tx: Transaction<LendingSchema>,
  account: ApplicationRow,
  newLimitCents: number,
): Promise<RevisedLoan> {
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
  const mla_covered = account.mla_covered === 1;
  return { offer, terms: { ...tilaTermsOf(common, priced), promo_disclosure, mla_covered } };
}

interface Revision {
  terms: RevisedTerms;
  previousLimitCents: number;
}

/** Keeps the revised disclosure and sends it to the consumer; once it has left, that is evidence. */
async function discloseRevisedTerms(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  account: ApplicationRow,
  { terms, previousLimitCents }: Revision,
): Promise<void> {
  const documents = await revisedDisclosuresOf(
    documentContextFor(context.config, account.locale),
    terms,
  );
  const earlier = await listDocumentHeads(tx, account.sponsor_id, account.id);
  const kept = { documents, earlier: earlier.length };
  await keepDocuments(context, tx, account, kept);
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
  await mailRecord(context, tx, account, message.text, 'revised_terms');
}
