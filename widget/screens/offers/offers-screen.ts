import { html, nothing, type TemplateResult } from 'lit';
import type { Offer } from '../../contract/offer.ts';
import { busyButton } from '../../elements/busy-button.ts';
import { shortText } from '../../elements/collapsible.ts';
import { notice } from '../../elements/notice.ts';
import { formatTime } from '../../format/date.ts';
import { offerName } from '../../strings/offer-name.ts';
import { phoneLink } from '../lender-contact.ts';
import { ResultScreenElement } from '../result-screen-element.ts';
import { offerCard } from './offer-card.ts';
import { offersStyles } from './offers.styles.ts';

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
    const { strings, locale, texts } = this.context;
    const { title, intro, notFinal, until, afterwards } = strings.outcome.offers;
    const { offers, requested_amount, expires_at } = this.step;
    const isCovered = offers.some((offer) => offer.mla_covered);
    return html`
      ${this.titleHeading(title(offers.length))}
      <p class="lead">${intro(this.money(requested_amount), offers.length)}</p>
      <p class="small">
        ${notFinal}. ${expires_at === null ? nothing : `${until(formatTime(expires_at, locale))}.`}
      </p>
      <div class="stack">${this.#more()} ${this.problemNotice()}</div>
      ${offers.length > 1 ? this.#sorting() : nothing}
      <ul class="offers">
        ${this.#sorted.map((offer) => this.#card(offer))}
      </ul>
      <div class="foot">
        <p class="small">${afterwards}</p>
        ${isCovered ? shortText(texts.get('mla_statement')) : nothing}
        ${shortText(texts.get('credit_approval_line'))}
      </div>
    `;
  }

  get #sorted(): readonly Offer[] {
    const { offers } = this.step;
    return this.#isByPayment ? offers.toSorted(byPayment) : offers;
  }

  #sorting(): TemplateResult {
    const { sortBy, sortKeys } = this.context.strings.outcome.offers;
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
    const { sortedBy } = this.context.strings.outcome.offers;
    const sort = () => {
      this.#isByPayment = isByPayment;
      this.requestUpdate();
      this.send({ type: 'say', text: sortedBy(label) });
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
    return notice({ ...this.context.strings.outcome.offers.more, more: contact });
  }

  #card(offer: Offer): TemplateResult {
    const { strings, locale, texts, busy, isByCode } = this.context;
    const { offers, selected_offer_uuid, requested_amount } = this.step;
    const { offer_uuid: offerUuid } = offer;
    const { choose, chooseLong, hardInquiry } = strings.outcome.offers;
    const name = offerName(offer, strings.outcome.offers);
    return offerCard({
      offer,
      locale,
      money: (amount = '') => amount && this.money(amount),
      lenderLocale: this.step.locale,
      strings: strings.outcome.offers,
      requestedAmount: requested_amount,
      isCurrent: offerUuid === selected_offer_uuid,
      isOpen: this.#toggled.has(offerUuid) !== (offers.length === 1),
      onToggle: () => this.#toggle(offerUuid),
      heading: (content) => this.subHeading(content),
      hardInquiry: texts.get('hard_inquiry_line') ?? { text: hardInquiry, locale },
      button:
        isByCode && selected_offer_uuid !== null
          ? nothing
          : busyButton({
              label: choose,
              longLabel: chooseLong(name, `${offer.apr}%`),
              busy,
              onClick: () => this.send({ type: 'select_offer', offerUuid }),
            }),
    });
  }

  #toggle(offerUuid: string): void {
    if (!this.#toggled.delete(offerUuid)) this.#toggled.add(offerUuid);
    this.requestUpdate();
  }
}

/** The lowest monthly payment first; the same payment by APR, then as the server has them. */
function byPayment(a: Offer, b: Offer): number {
  const difference = Number(a.monthly_payment) - Number(b.monthly_payment);
  return difference || Number(a.apr) - Number(b.apr);
}
