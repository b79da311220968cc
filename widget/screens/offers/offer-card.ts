import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { Language } from '../../contract/language.ts';
import type { Offer } from '../../contract/offer.ts';
import type { Locale } from '../../contract/values.ts';
import { type Fact, facts } from '../../elements/facts.ts';
import { notice } from '../../elements/notice.ts';
import { type Passage, spoken } from '../../elements/passage.ts';
import { formatDate } from '../../format/date.ts';
import { formatMoney } from '../../format/money.ts';
import type { Strings } from '../../strings/strings.ts';

export interface OfferCardOptions {
  offer: Offer;
  requestedAmount: string;
  isCurrent: boolean;
  strings: Strings['outcome']['offers'];
  locale: Language;
  /** Which the lender writes in. */
  lenderLocale: Locale | undefined;
  heading: TemplateResult;
  button: TemplateResult | typeof nothing;
  hardInquiry: Passage;
}

/** One offer, its APR before everything else (Regulation Z, 1026.24 and 1026.17(a)(2)). */
export function offerCard(options: OfferCardOptions): TemplateResult {
  const { offer, strings, locale, isCurrent } = options;
  return html`<li class="offer ${isCurrent ? 'current' : ''}" part="offer">
    <div class="head">${options.heading} ${badges(options)}</div>
    <div class="price">
      <p class="apr">
        ${`${offer.apr}% `}<span class="unit" aria-hidden="true">${strings.apr}</span
        ><span class="visually-hidden">${strings.aprLong}</span>
      </p>
      <p class="monthly">
        <strong>${formatMoney(offer.monthly_payment, locale)}</strong> ${strings.perMonth}<br />
        <span class="small"
          ><span aria-hidden="true">× </span>${strings.payments(offer.number_of_payments)}</span
        >
      </p>
    </div>
    ${promotion(options)} ${counterOffer(options)}
    ${facts(figures(options))} ${options.button}
    <p class="small number">${smallPrint(options)}</p>
    <p class="small">
      ${offer.hard_inquiry_on_accept ? spoken(options.hardInquiry) : strings.noHardInquiry}
      ${`${strings.lender(offer.lender_name, offer.lender_nmls_id)}.`}
    </p>
  </li>`;
}

function badges({ offer, strings, isCurrent }: OfferCardOptions): TemplateResult {
  return html`<span class="badges">
    ${isCurrent ? html`<span class="badge">${strings.current}</span>` : nothing}
    ${offer.is_counter_offer ? html`<span class="badge warning">${strings.counterOffer}</span>` : nothing}
  </span>`;
}

/** What deferred interest can cost stands beside the monthly payment, never below the fold. */
function promotion(options: OfferCardOptions): TemplateResult | typeof nothing {
  const { offer, strings, locale, lenderLocale } = options;
  if (offer.promo_disclosure === null) return nothing;
  const payoff = offer.promo_payoff_amount;
  const text = spoken({ text: offer.promo_disclosure, locale: lenderLocale ?? 'en' });
  const title =
    payoff === null
      ? undefined
      : `${strings.promoPayoff(offer.promo_months)}: ${formatMoney(payoff, locale)}`;
  return html`<div class="promo">
    ${notice({ tone: 'warning', title, text })}
  </div>`;
}

function counterOffer(options: OfferCardOptions): TemplateResult | typeof nothing {
  const { offer, strings, locale, requestedAmount } = options;
  if (!offer.is_counter_offer) return nothing;
  const approved = formatMoney(offer.approved_amount, locale);
  return html`<p class="counter">
    ${strings.counterOfferText(approved, formatMoney(requestedAmount, locale))}
  </p>`;
}

/** The three amounts that the law puts beside the rate. */
function figures({ offer, strings, locale }: OfferCardOptions): Fact[] {
  return [
    [strings.amountFinanced, formatMoney(offer.amount_financed, locale)],
    [strings.financeCharge, formatMoney(offer.finance_charge, locale)],
    [strings.total, formatMoney(offer.total_of_payments, locale)],
  ];
}

/** Each value in a direction of its own, as a sentence of its own. */
function smallPrint({ offer, strings, locale }: OfferCardOptions): TemplateResult[] {
  const parts: Fact[] = [[strings.firstPayment, formatDate(offer.first_payment_date, locale)]];
  if (offer.final_payment !== offer.monthly_payment) {
    parts.push([strings.lastPayment, formatMoney(offer.final_payment, locale)]);
  }
  if (offer.interest_rate !== offer.apr) parts.push([strings.rate, `${offer.interest_rate}%`]);
  if (offer.origination_fee_amount !== '0.00') {
    parts.push([strings.originationFee, formatMoney(offer.origination_fee_amount, locale)]);
  }
  return parts.map(([term, value]) => html`${term}: <bdi>${value}</bdi>. `);
}
