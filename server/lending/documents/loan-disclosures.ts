import { html } from 'hono/html';
import { fillText } from '../../lending-api/texts/regulated-texts.ts';
import type { TextId } from '../../lending-api/texts/text-ids.ts';
import { type DocumentPart, documentOf, type ShownDocument } from './document.ts';
import type { DocumentContext } from './document-context.ts';
import { paragraphs } from './html.ts';
import type { LoanTerms, TilaTerms } from './loan-terms.ts';
import { paymentSeries } from './payment-series.ts';
import { itemization, tilaBox, tilaVersion } from './tila-box.ts';

const stateNotices: Readonly<Record<string, TextId>> = {
  OH: 'state_notice_oh',
  WI: 'state_notice_wi',
  CA: 'state_notice_ca',
  NY: 'state_notice_ny',
};

/** Everything the consumer must see before accepting, in the order of the page. */
export async function disclosuresOf(
  documentContext: DocumentContext,
  terms: LoanTerms,
): Promise<ShownDocument[]> {
  const parts = [
    ...mlaStatement(documentContext, terms),
    truthInLending(documentContext, terms),
    ...promotion(documentContext, terms),
    registered(
      documentContext,
      terms,
      'loan_agreement',
      documentContext.strings.loanDocuments.agreementTitle,
    ),
    holderNotice(documentContext, terms),
    scoreDisclosure(documentContext, terms),
    ...stateNotice(documentContext, terms),
    registered(
      documentContext,
      terms,
      terms.hard_inquiry_on_accept ? 'hard_inquiry_line' : 'no_hard_inquiry_line',
      documentContext.strings.loanDocuments.inquiryTitle,
    ),
  ];
  return Promise.all(parts.map(documentOf));
}

export type RevisedTerms = TilaTerms & Pick<LoanTerms, 'promo_disclosure' | 'mla_covered'>;

/** What changes with the amount, for a loan whose limit was raised. */
export async function revisedDisclosuresOf(
  documentContext: DocumentContext,
  terms: RevisedTerms,
): Promise<ShownDocument[]> {
  const box = {
    ...truthInLending(documentContext, terms),
    title: documentContext.strings.tila.revisedTitle,
  };
  const parts = [
    ...mlaStatement(documentContext, terms),
    box,
    ...promotion(documentContext, terms),
  ];
  return Promise.all(parts.map((part) => documentOf({ ...part, type: `revised_${part.type}` })));
}

interface Signature {
  readonly typedName: string;
  /** Epoch milliseconds. */
  readonly signedAt: number;
  /** The day the text is taken of, `YYYY-MM-DD`. */
  readonly onDate: string;
}

/** What was agreed to, by whom and when: the last part of the consumer's copy. */
export function signatureRecord(
  { strings, format, locale, texts }: DocumentContext,
  { typedName, signedAt, onDate }: Signature,
): Promise<ShownDocument> {
  const { text, version } = texts.current('loan_terms_signature', locale, onDate);
  return documentOf({
    type: 'signature',
    title: strings.loanDocuments.signatureTitle,
    version,
    body: html`<p>${text}</p>
      <p><strong>${strings.loanDocuments.signedBy(typedName, format.dateTime(signedAt))}</strong></p>`,
  });
}

function truthInLending(documentContext: DocumentContext, terms: TilaTerms): DocumentPart {
  return {
    type: 'truth_in_lending',
    title: documentContext.strings.tila.title,
    version: tilaVersion(documentContext, terms),
    body: html`${tilaBox(documentContext, terms)} ${itemization(documentContext, terms)}`,
  };
}

/** A text of the registry, its placeholders filled. */
function registered(
  documentContext: DocumentContext,
  terms: LoanTerms,
  id: TextId,
  title: string,
): DocumentPart {
  const { text, version } = documentContext.texts.current(
    id,
    documentContext.locale,
    terms.on_date,
  );
  const body = html`${paragraphs(fillText(text, placeholders(documentContext, terms)))}`;
  return { type: id, title, version, body };
}

/** The rule prescribes English words (16 CFR 433.2): a translation stands below them. */
function holderNotice({ locale, strings, texts }: DocumentContext, terms: LoanTerms): DocumentPart {
  const type = 'holder_notice';
  const { text, version } = texts.current(type, locale, terms.on_date);
  const [prescribed = '', ...translation] = text.split('\n\n');
  const notice =
    locale === 'en' ? html`<p>${prescribed}</p>` : html`<p lang="en">${prescribed}</p>`;
  const below = translation.map((paragraph) => html`<p>${paragraph}</p>`);
  const body = html`<div class="holder">${notice}${below}</div>`;
  return { type, title: strings.loanDocuments.holderTitle, version, body };
}

function mlaStatement(
  { strings, format, locale, texts }: DocumentContext,
  terms: Pick<LoanTerms, 'mla_covered' | 'costs' | 'on_date'>,
): DocumentPart[] {
  if (!terms.mla_covered) {
    return [];
  }
  const type = 'mla_statement';
  const { text, version } = texts.current(type, locale, terms.on_date);
  const { count, cents, lastCents } = paymentSeries(terms.costs);
  const { mlaObligation, mlaObligationWithLast } = strings.loanDocuments;
  const obligation =
    lastCents === null
      ? mlaObligation(count, format.cents(cents))
      : mlaObligationWithLast(count, format.cents(cents), format.cents(lastCents));
  const body = html`${paragraphs(text)}<p>${obligation}</p>`;
  return [{ type, title: strings.loanDocuments.mlaTitle, version, body }];
}

function promotion(
  { strings, locale, texts }: DocumentContext,
  terms: Pick<LoanTerms, 'promo_disclosure' | 'on_date'>,
): DocumentPart[] {
  if (terms.promo_disclosure === null) {
    return [];
  }
  const { version } = texts.current('deferred_interest_in_time', locale, terms.on_date);
  const body = html`<p><strong>${terms.promo_disclosure}</strong></p>`;
  return [{ type: 'promotion', title: strings.loanDocuments.promoTitle, version, body }];
}

function scoreDisclosure(documentContext: DocumentContext, terms: LoanTerms): DocumentPart {
  const id = terms.score === null ? 'credit_score_disclosure_h5' : 'credit_score_disclosure_h4';
  return registered(documentContext, terms, id, documentContext.strings.loanDocuments.scoreTitle);
}

function stateNotice(documentContext: DocumentContext, terms: LoanTerms): DocumentPart[] {
  const id = stateNotices[terms.state];
  return id === undefined
    ? []
    : [registered(documentContext, terms, id, documentContext.strings.loanDocuments.stateTitle)];
}

function placeholders(
  { format }: DocumentContext,
  terms: LoanTerms,
): Readonly<Record<string, string>> {
  const { score } = terms;
  return {
    applicant_name: terms.applicant_name,
    merchant_name: terms.merchant_name,
    loan_number: format.loanNumber(terms.loan_number),
    credit_limit: format.cents(terms.credit_limit_cents),
    interest_rate: terms.interest_rate,
    term_months: String(terms.costs.number_of_payments),
    late_fee_amount: format.cents(terms.late_fee_cents),
    purchase_window_end_date: format.date(terms.purchase_window_end_date),
    bureau_name: terms.bureau_name,
    score_source: terms.bureau_name,
    ...(score && {
      score: String(score.score),
      score_low: String(score.lowest),
      score_high: String(score.highest),
      score_date: format.date(score.date),
      score_percentile: String(score.percentile),
    }),
  };
}
