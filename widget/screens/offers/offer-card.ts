import { html, nothing, type TemplateResult } from 'lit';
import type { Language } from '../../contract/language.ts';
import type { Offer } from '../../contract/offer.ts';
import type { Locale } from '../../contract/values.ts';
import { type Fact, facts, known } from '../../elements/facts.ts';
import { notice } from '../../elements/notice.ts';
import { type TextBlock, spoken } from '../../elements/text-block.ts';
import { formatDate } from '../../format/date.ts';
import type { Strings } from '../../strings/strings.ts';

export interface OfferCardOptions {
  offer: Offer;
  requestedAmount: string;
  /** An amount as it is read; `''` where there is none. */
  money: (amount: string | undefined) => string;
  isCurrent: boolean;
  strings: Strings['outcome']['offers'];
  locale: Language;
  /** Which the lender writes in. */
  lenderLocale: Locale | undefined;
  heading: TemplateResult;
  button: TemplateResult | typeof nothing;
  hardInquiry: TextBlock;
}

/**
 * One offer, its APR before everything else (Regulation Z, 1026.24 and 1026.17(a)(2)). What the
 * lender does not say of it is not shown.
 */
export function offerCard(options: OfferCardOptions): TemplateResult {
  const { offer, strings, money, isCurrent } = options;
  return html`<li class="offer ${isCurrent ? 'current' : ''}" part="offer">
    <div class="head">${options.heading} ${badges(options)}</div>
    <div class="price">
      <p class="apr">
        ${`${offer.apr}% `}<span class="unit" aria-hidden="true">${strings.apr}</span
        ><span class="visually-hidden">${strings.aprLong}</span>
      </p>
      <p class="monthly">
        <strong>${money(offer.monthly_payment)}</strong> ${strings.perMonth}<br />
        <span class="small">${howLong(options)}</span>
      </p>
    </div>
    ${promotion(options)} ${counterOffer(options)}
    ${facts(figures(options))} ${options.button}
    ${[smallPrint(options), closingLines(options)].map(smallParagraph)}
  </li>`;
}

function badges({ offer, strings, isCurrent }: OfferCardOptions): TemplateResult {
  return html`<span class="badges">
    ${isCurrent ? html`<span class="badge">${strings.current}</span>` : nothing}
    ${offer.is_counter_offer ? html`<span class="badge warning">${strings.counterOffer}</span>` : nothing}
  </span>`;
}

/** The number of payments where it is known, else the term. */
function howLong({ offer, strings }: OfferCardOptions): TemplateResult | string {
  const { number_of_payments: count, term_months } = offer;
  if (!count) return strings.term(term_months);
  return html`<span aria-hidden="true">× </span>${strings.payments(count)}`;
}

/**
 * What deferred interest can cost stands beside the monthly payment, never below the fold. The
 * payoff amount means nothing without its months.
 */
function promotion(options: OfferCardOptions): TemplateResult | typeof nothing {
  const { offer, strings, money, lenderLocale } = options;
  const { promo_disclosure, promo_payoff_amount: payoff, promo_months: months } = offer;
  const title = payoff && months ? `${strings.promoPayoff(months)}: ${money(payoff)}` : undefined;
  const text = promo_disclosure && spoken({ text: promo_disclosure, locale: lenderLocale ?? 'en' });
  if (!title && !text) return nothing;
  return html`<div class="promo">
    ${notice({ tone: 'warning', title: text ? title : undefined, text: text || title })}
  </div>`;
}

function counterOffer(options: OfferCardOptions): TemplateResult | typeof nothing {
  const { offer, strings, money, requestedAmount } = options;
  const offered = (offer.is_counter_offer && offer.approved_amount) || offer.amount;
  if (offered === requestedAmount) return nothing;
  return html`<p class="counter">
    ${strings.counterOfferText(money(offered), money(requestedAmount))}
  </p>`;
}

/** The three amounts that the law puts beside the rate; the loan's own where the first is not said. */
function figures({ offer, strings, money }: OfferCardOptions): Fact[] {
  const financed = money(offer.amount_financed);
  return [
    financed ? [strings.amountFinanced, financed] : [strings.amount, money(offer.amount)],
    [strings.financeCharge, money(offer.finance_charge)],
    [strings.total, money(offer.total_of_payments)],
  ];
}

/** Each value in a direction of its own, as a sentence of its own. */
function smallPrint({ offer, strings, money, locale }: OfferCardOptions): TemplateResult[] {
  const { first_payment_date: first, final_payment: last, interest_rate: rate } = offer;
  const { origination_fee_amount: fee } = offer;
  const parts: Fact[] = [
    [strings.firstPayment, first && formatDate(first, locale)],
    [strings.lastPayment, last !== offer.monthly_payment && money(last)],
    [strings.rate, rate !== offer.apr && rate && `${rate}%`],
    [strings.originationFee, fee !== '0.00' && money(fee)],
  ];
  return known(parts).map(([term, value]) => html`${term}: <bdi>${value}</bdi>.`);
}

/** What accepting does to the credit score, and who makes the offer. */
function closingLines({ offer, strings, hardInquiry }: OfferCardOptions): unknown[] {
  const { hard_inquiry_on_accept: isHard, lender_name: name, lender_nmls_id } = offer;
  const lines = [
    isHard ? spoken(hardInquiry) : isHard === false && strings.noHardInquiry,
    name && `${strings.lender(name, lender_nmls_id)}.`,
  ];
  return lines.filter(Boolean);
}

function smallParagraph(lines: readonly unknown[]): TemplateResult | typeof nothing {
  if (lines.length === 0) return nothing;
  return html`<p class="small number">${lines.map((line) => html`${line} `)}</p>`;
}
