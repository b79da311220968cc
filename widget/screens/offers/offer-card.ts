import { html, nothing, type TemplateResult } from 'lit';
import type { Language } from '../../contract/language.ts';
import type { Offer } from '../../contract/offer.ts';
import type { Locale } from '../../contract/values.ts';
import { type Fact, facts } from '../../elements/facts.ts';
import { icon } from '../../elements/icons.ts';
import { spoken, type TextBlock } from '../../elements/text-block.ts';
import { formatDate } from '../../format/date.ts';
import { offerName } from '../../strings/offer-name.ts';
import type { Strings } from '../../strings/strings.ts';

export interface OfferCardOptions {
  offer: Offer;
  requestedAmount: string;
  /** An amount as it is read; `''` where there is none. */
  money: (amount: string | undefined) => string;
  isCurrent: boolean;
  isOpen: boolean;
  onToggle: () => void;
  strings: Strings['outcome']['offers'];
  locale: Language;
  /** Which the lender writes in. */
  lenderLocale: Locale | undefined;
  heading: (content: TemplateResult) => TemplateResult;
  button: TemplateResult | typeof nothing;
  hardInquiry: TextBlock;
}

/**
 * One offer. What offers are compared by is always in view, the APR before everything else
 * (Regulation Z, 1026.24 and 1026.17(a)(2)), and so is what the law wants beside it: the number of
 * payments, and the condition of a promotion. The rest opens with the button to choose it. What the
 * lender does not say is not shown.
 */
export function offerCard(options: OfferCardOptions): TemplateResult {
  const { offer, strings, money, isCurrent, isOpen } = options;
  const { offer_uuid: id, total_of_payments: total } = offer;
  const promo = promotion(options);
  const lower = lowerAmount(options);
  const conditions = [promo !== nothing && 'promo', lower !== nothing && 'lower'];
  return html`<li class="offer ${isCurrent ? 'current' : ''}" part="offer">
    <div class="row">
      <div class="head">${options.heading(opener(options, idsOf(conditions, id)))} ${currentBadge(options)}</div>
      <div class="price">
        <p class="apr" id="apr-${id}">
          ${`${offer.apr}% `}<span class="unit" aria-hidden="true">${strings.apr}</span
          ><span class="visually-hidden">${strings.aprLong}</span>
        </p>
        <p class="monthly" id="monthly-${id}">
          <span><strong>${money(offer.monthly_payment)}</strong>${` ${strings.perMonth}`}</span>
          <span>${howLong(options)}</span>
        </p>
        ${
          total
            ? html`<p class="total">
                <span>${strings.totalCost(offer.term_months)}</span> <strong>${money(total)}</strong>
              </p>`
            : nothing
        }
        ${lower}
      </div>
    </div>
    ${promo}
    <div class="more" id="more-${id}" ?hidden=${!isOpen}>
      ${amounts(options)} ${facts(figures(options))} ${smallPrint(options)} ${options.button}
    </div>
  </li>`;
}

/** Named by what the offer is compared by; all of its row can be pressed. */
function opener(options: OfferCardOptions, conditions: string): TemplateResult {
  const { offer, strings, isOpen } = options;
  const { offer_uuid: id } = offer;
  const name = offerName(offer, strings);
  // Only what the lender wrote is in its language.
  const lang = offer.product_name ? options.lenderLocale : undefined;
  const names = ['name', 'apr', 'monthly', options.isCurrent && 'current'];
  return html`<button
    type="button"
    class="opener"
    aria-expanded=${isOpen}
    aria-controls="more-${id}"
    aria-labelledby=${idsOf(names, id)}
    aria-describedby=${conditions || nothing}
    @click=${options.onToggle}
  >
    <bdi id="name-${id}" lang=${lang ?? nothing}>${name}</bdi>${icon('down')}
  </button>`;
}

function idsOf(names: readonly (string | false)[], id: string): string {
  return names.flatMap((name) => (name ? `${name}-${id}` : [])).join(' ');
}

function currentBadge({ offer, strings, isCurrent }: OfferCardOptions) {
  if (!isCurrent) return nothing;
  return html`<span class="badge" id="current-${offer.offer_uuid}">${strings.current}</span>`;
}

/** The number of payments where it is known, and the term where the total does not say it. */
function howLong({ offer, strings }: OfferCardOptions): TemplateResult | string {
  const { number_of_payments: count, term_months } = offer;
  const term = strings.term(term_months);
  if (!count) return term;
  return html`<span aria-hidden="true">× </span>${strings.payments(count)}
    ${offer.total_of_payments ? nothing : term}`;
}

/**
 * What deferred interest can cost stands beside the monthly payment, whether the offer is open or
 * not. The payoff amount means nothing without its months.
 */
function promotion(options: OfferCardOptions): TemplateResult | typeof nothing {
  const { offer, strings, money, lenderLocale } = options;
  const { promo_disclosure, promo_payoff_amount: payoff, promo_months: months } = offer;
  const title = payoff && months ? `${strings.promoPayoff(months)}: ${money(payoff)}` : undefined;
  const text = promo_disclosure && spoken({ text: promo_disclosure, locale: lenderLocale ?? 'en' });
  if (!title && !text) return nothing;
  return html`<div class="promo" part="notice" id="promo-${offer.offer_uuid}">
    ${title ? html`<p><strong>${title}</strong></p>` : nothing} ${text ? html`<p>${text}</p>` : nothing}
  </div>`;
}

/** That another amount is offered than was asked for. */
function lowerAmount(options: OfferCardOptions): TemplateResult | typeof nothing {
  const { offer, strings, money, requestedAmount } = options;
  const { is_counter_offer: isMarked } = offer;
  const amount = amountOf(offer);
  if (!isMarked && amount === requestedAmount) return nothing;
  return html`<p class="total lower" id="lower-${offer.offer_uuid}">
    ${
      isMarked
        ? html`<span class="badge warning">${strings.counterOffer}</span>`
        : html`<span>${strings.amount}</span>`
    }
    ${amount === requestedAmount ? nothing : html`<strong>${money(amount)}</strong>`}
  </p>`;
}

function amounts(options: OfferCardOptions): TemplateResult | typeof nothing {
  const { offer, strings, money, requestedAmount } = options;
  const amount = amountOf(offer);
  if (amount === requestedAmount) return nothing;
  return html`<p class="small">
    ${strings.counterOfferText(money(amount), money(requestedAmount))}
  </p>`;
}

function amountOf({ is_counter_offer, approved_amount, amount }: Offer): string {
  return (is_counter_offer && approved_amount) || amount;
}

/** The three amounts that the law puts beside the rate, then the rest. */
function figures({ offer, strings, money, locale }: OfferCardOptions): Fact[] {
  const { first_payment_date: first, final_payment: last, interest_rate: rate } = offer;
  const { origination_fee_amount: fee, amount_financed: financed } = offer;
  return [
    financed ? [strings.amountFinanced, money(financed)] : [strings.amount, money(offer.amount)],
    [strings.financeCharge, money(offer.finance_charge)],
    [strings.total, money(offer.total_of_payments)],
    [strings.rate, rate && `${rate}%`],
    [strings.originationFee, fee !== '0.00' && money(fee)],
    [strings.firstPayment, first && formatDate(first, locale)],
    [strings.lastPayment, last !== offer.monthly_payment && money(last)],
  ];
}

/** What accepting does to the credit score, and who makes the offer. */
function smallPrint({ offer, strings, hardInquiry }: OfferCardOptions): unknown[] {
  const { hard_inquiry_on_accept: isHard, lender_name: name, lender_nmls_id } = offer;
  const lines = [
    isHard ? spoken(hardInquiry) : isHard === false && strings.noHardInquiry,
    name && `${strings.lender(name, lender_nmls_id)}.`,
  ];
  return lines.filter(Boolean).map((line) => html`<p class="small">${line}</p>`);
}
