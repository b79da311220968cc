import { html, nothing, type TemplateResult } from 'lit';
import type { Offer } from '../contract/offer.ts';
import { busyButton } from '../elements/busy-button.ts';
import { shortText } from '../elements/collapsible.ts';
import { facts } from '../elements/facts.ts';
import { icon } from '../elements/icons.ts';
import { notice } from '../elements/notice.ts';
import { spoken } from '../elements/text-block.ts';
import { formatDate, formatTime } from '../format/date.ts';
import { offerName } from '../strings/offer-name.ts';
import type { OutcomeStrings } from '../strings/strings.ts';
import { phoneLink } from './lender-contact.ts';
import { offersStyles } from './offers.styles.ts';
import { ResultScreenElement } from './result-screen-element.ts';

/**
 * The offers in the server's order, cheapest first, or by monthly payment where the consumer wants
 * that. None is chosen beforehand; one alone is open from the start.
 */
export class OffersScreen extends ResultScreenElement<'offers'> {
  static override styles = [...ResultScreenElement.styles, offersStyles];

  #isByPayment = false;
  /** Which were opened, or closed where one was open from the start. */
  readonly #toggled = new Set<string>();

  override render(): TemplateResult {
    const { locale, texts } = this.context;
    const { title, intro, until, afterwards } = this.#strings;
    const { offers, requested_amount, expires_at } = this.step;
    const isCovered = offers.some((offer) => offer.mla_covered);
    const lead = this.#isSettled
      ? this.context.strings.common.problems.code_used.text
      : intro(
          this.money(requested_amount),
          offers.length,
          offers.some((offer) => amountOf(offer) === requested_amount),
        );
    return html`
      ${this.titleHeading(title(offers.length))}
      <p class="lead">${lead}</p>
      ${shortText(texts.get('offer_not_final_line'))}
      ${expires_at === null ? nothing : html`<p class="small">${until(formatTime(expires_at, locale))}.</p>`}
      <div class="stack">${this.#more()} ${this.problemNotice()}</div>
      ${offers.length > 1 ? this.#sorting() : nothing}
      <ul class="offers" role="list">
        ${this.#sorted.map((offer) => this.#card(offer))}
      </ul>
      <div class="foot">
        <p class="small">${afterwards}</p>
        ${isCovered ? shortText(texts.get('mla_statement')) : nothing}
        ${shortText(texts.get('credit_approval_line'))}
      </div>
    `;
  }

  get #strings(): OutcomeStrings['offers'] {
    return this.context.strings.outcome.offers;
  }

  get #sorted(): readonly Offer[] {
    const { offers } = this.step;
    return this.#isByPayment ? offers.toSorted(byPayment) : offers;
  }

  #sorting(): TemplateResult {
    const { sortBy, sortKeys } = this.#strings;
    const isByTotal = this.step.offers.every((offer) => offer.total_of_payments);
    return html`<div class="sorting" role="group" aria-labelledby="sort-by">
      <span id="sort-by" class="small">${sortBy}</span>
      <div class="keys">
        ${this.#sortKey(isByTotal ? sortKeys.total : sortKeys.apr, false)}
        ${this.#sortKey(sortKeys.payment, true)}
      </div>
    </div>`;
  }

  #sortKey(label: string, isByPayment: boolean): TemplateResult {
    const { sortedBy } = this.#strings;
    const sort = () => {
      this.#isByPayment = isByPayment;
      this.requestUpdate();
      this.send({ type: 'announce', text: sortedBy(label) });
    };
    return html`<button
      type="button"
      class="key"
      aria-pressed=${this.#isByPayment === isByPayment}
      @click=${sort}
    >
      ${label}
    </button>`;
  }

  /** The lender's offers of which too little is known to show them. */
  #more(): TemplateResult | typeof nothing {
    if (this.step.more_at_lender === null) return nothing;
    const { lender } = this.step.more_at_lender;
    const contact = lender?.phone
      ? html`<p><bdi>${lender.name}</bdi>: ${phoneLink(lender.phone)}</p>`
      : nothing;
    return notice({ ...this.#strings.more, more: contact });
  }

  /**
   * What offers are compared by is always in view, the APR before everything else (Regulation Z,
   * 1026.24 and 1026.17(a)(2)), and so is what the law wants beside it: the number of payments, and
   * the condition of a promotion. The rest opens with the button to choose it. What the lender does
   * not say is not shown.
   */
  #card(offer: Offer): TemplateResult {
    const strings = this.#strings;
    const { offer_uuid: id, total_of_payments: total } = offer;
    const promo = this.#promotion(offer);
    const lower = this.#lowerAmount(offer);
    const conditions = [promo !== nothing && 'promo', lower !== nothing && 'lower'];
    return html`<li class="offer ${this.#isCurrent(offer) ? 'current' : ''}" part="offer">
      <div class="row">
        <div class="head">
          ${this.subHeading(this.#opener(offer, idsOf(conditions, id)))} ${this.#currentBadge(offer)}
        </div>
        <div class="price">
          <p class="apr" id="apr-${id}">
            ${`${offer.apr}% `}<span class="unit" aria-hidden="true">${strings.apr}</span
            ><span class="visually-hidden">${strings.aprLong}</span>
          </p>
          <p class="monthly" id="monthly-${id}">
            <span><strong>${this.money(offer.monthly_payment)}</strong>${` ${strings.perMonth}`}</span>
            <span>${this.#howLong(offer)}</span>
          </p>
          ${
            total
              ? html`<p class="total">
                  <span>${strings.totalCost(offer.term_months)}</span> <strong>${this.money(total)}</strong>
                </p>`
              : nothing
          }
          ${lower}
        </div>
      </div>
      ${promo}
      <div class="more" id="more-${id}" ?hidden=${!this.#isOpen(offer)}>
        ${this.#amounts(offer)} ${this.#figures(offer)} ${this.#smallPrint(offer)}
        ${this.#choose(offer)}
      </div>
    </li>`;
  }

  /** Whoever came by a return code makes no other choice: that is for the tab that made the first. */
  get #isSettled(): boolean {
    return this.context.isByCode && this.step.selected_offer_uuid !== null;
  }

  #isCurrent({ offer_uuid }: Offer): boolean {
    return offer_uuid === this.step.selected_offer_uuid;
  }

  #isOpen({ offer_uuid }: Offer): boolean {
    return this.#toggled.has(offer_uuid) !== (this.step.offers.length === 1);
  }

  #toggle({ offer_uuid }: Offer): void {
    if (!this.#toggled.delete(offer_uuid)) this.#toggled.add(offer_uuid);
    this.requestUpdate();
  }

  /** Named by what the offer is compared by; all of its row can be pressed. */
  #opener(offer: Offer, conditions: string): TemplateResult {
    const { offer_uuid: id } = offer;
    // Only what the lender wrote is in its language.
    const lang = offer.product_name ? (offer.locale ?? this.step.locale) : undefined;
    const names = ['name', 'apr', 'monthly', this.#isCurrent(offer) && 'current'];
    return html`<button
      type="button"
      class="opener"
      aria-expanded=${this.#isOpen(offer)}
      aria-controls="more-${id}"
      aria-labelledby=${idsOf(names, id)}
      aria-describedby=${conditions || nothing}
      @click=${() => this.#toggle(offer)}
    >
      <bdi id="name-${id}" lang=${lang ?? nothing}>${offerName(offer, this.#strings)}</bdi>${icon('down')}
    </button>`;
  }

  #currentBadge(offer: Offer): TemplateResult | typeof nothing {
    if (!this.#isCurrent(offer)) return nothing;
    return html`<span class="badge" id="current-${offer.offer_uuid}">${this.#strings.current}</span>`;
  }

  /** The number of payments where it is known, and the term where the total does not say it. */
  #howLong(offer: Offer): TemplateResult | string {
    const { number_of_payments: count, term_months } = offer;
    const term = this.#strings.term(term_months);
    if (!count) return term;
    return html`<span aria-hidden="true">× </span>${this.#strings.payments(count)}
      ${offer.total_of_payments ? nothing : term}`;
  }

  /**
   * What deferred interest can cost stands beside the monthly payment, whether the offer is open or
   * not. The payoff amount means nothing without its months.
   */
  #promotion(offer: Offer): TemplateResult | typeof nothing {
    const { promo_disclosure, promo_payoff_amount: payoff, promo_months: months } = offer;
    const { promoPayoff } = this.#strings;
    const title = payoff && months ? `${promoPayoff(months)}: ${this.money(payoff)}` : undefined;
    const { locale = this.step.locale ?? 'en' } = offer;
    const text = promo_disclosure && spoken({ text: promo_disclosure, locale });
    if (!title && !text) return nothing;
    return html`<div class="promo" part="notice" id="promo-${offer.offer_uuid}">
      ${title ? html`<p><strong>${title}</strong></p>` : nothing} ${text ? html`<p>${text}</p>` : nothing}
    </div>`;
  }

  /** That another amount is offered than was asked for. */
  #lowerAmount(offer: Offer): TemplateResult | typeof nothing {
    const { is_counter_offer: isMarked } = offer;
    const { counterOffer, amount: label } = this.#strings;
    const amount = amountOf(offer);
    const isOther = amount !== this.step.requested_amount;
    if (!isMarked && !isOther) return nothing;
    return html`<p class="total lower" id="lower-${offer.offer_uuid}">
      ${
        isMarked
          ? html`<span class="badge warning">${counterOffer}</span>`
          : html`<span>${label}</span>`
      }
      ${isOther ? html`<strong>${this.money(amount)}</strong>` : nothing}
    </p>`;
  }

  #amounts(offer: Offer): TemplateResult | typeof nothing {
    const { requested_amount: requested } = this.step;
    const amount = amountOf(offer);
    if (amount === requested) return nothing;
    return html`<p class="small">
      ${this.#strings.counterOfferText(this.money(amount), this.money(requested))}
    </p>`;
  }

  /** The three amounts that the law puts beside the rate, then the rest. */
  #figures(offer: Offer): TemplateResult | typeof nothing {
    const strings = this.#strings;
    const { locale } = this.context;
    const { first_payment_date: first, final_payment: last, interest_rate: rate } = offer;
    const { origination_fee_amount: fee, amount_financed: financed } = offer;
    const money = (amount = '') => amount && this.money(amount);
    return facts([
      financed ? [strings.amountFinanced, money(financed)] : [strings.amount, money(offer.amount)],
      [strings.financeCharge, money(offer.finance_charge)],
      [strings.total, money(offer.total_of_payments)],
      [strings.rate, rate && `${rate}%`],
      [strings.originationFee, fee !== '0.00' && money(fee)],
      [strings.firstPayment, first && formatDate(first, locale)],
      [strings.lastPayment, last !== offer.monthly_payment && money(last)],
    ]);
  }

  /** What accepting does to the credit score, and who makes the offer. */
  #smallPrint(offer: Offer): unknown[] {
    const { noHardInquiry, lender } = this.#strings;
    const { hard_inquiry_on_accept: isHard, lender_name: name, lender_nmls_id } = offer;
    const inquiry = this.context.texts.get('hard_inquiry_line');
    const lines = [
      isHard ? inquiry && spoken(inquiry) : isHard === false && noHardInquiry,
      name && `${lender(name, lender_nmls_id)}.`,
    ];
    return lines.filter(Boolean).map((line) => html`<p class="small">${line}</p>`);
  }

  #choose(offer: Offer): TemplateResult | typeof nothing {
    if (this.#isSettled) return nothing;
    const { busy } = this.context;
    const { choose, chooseLong } = this.#strings;
    return busyButton({
      label: choose,
      longLabel: chooseLong(offerName(offer, this.#strings), `${offer.apr}%`),
      busy,
      onClick: () => this.send({ type: 'select_offer', offerUuid: offer.offer_uuid }),
    });
  }
}

function idsOf(names: readonly (string | false)[], id: string): string {
  return names.flatMap((name) => (name ? `${name}-${id}` : [])).join(' ');
}

function amountOf({ is_counter_offer, approved_amount, amount }: Offer): string {
  return (is_counter_offer && approved_amount) || amount;
}

/** The lowest monthly payment first; the same payment by APR, then as the server has them. */
function byPayment(a: Offer, b: Offer): number {
  const difference = Number(a.monthly_payment) - Number(b.monthly_payment);
  return difference || Number(a.apr) - Number(b.apr);
}
