import { html, nothing, type TemplateResult } from 'lit';
import type { Offer } from '../../contract/offer.ts';
import { busyButton } from '../../elements/busy-button.ts';
import { notice } from '../../elements/notice.ts';
import { shortText } from '../../elements/collapsible.ts';
import { formatTime } from '../../format/date.ts';
import { offerName } from '../../strings/offer-name.ts';
import { ResultScreenElement } from '../result-screen-element.ts';
import { phoneLink } from '../lender-contact.ts';
import { offerCard } from './offer-card.ts';
import { offersStyles } from './offers.styles.ts';

/** The offers in the server's order; none is chosen beforehand. */
export class OffersScreen extends ResultScreenElement<'offers'> {
  static override styles = [...ResultScreenElement.styles, offersStyles];

  override render(): TemplateResult {
    const { strings, locale, texts } = this.context;
    const { title, intro, notFinal, until, afterwards } = strings.outcome.offers;
    const { offers, requested_amount, expires_at } = this.step;
    const isCovered = offers.some((offer) => offer.mla_covered);
    const isByTotal = offers.every((offer) => offer.total_of_payments);
    return html`
      ${this.titleHeading(title(offers.length))}
      <p class="lead">${intro(this.money(requested_amount), offers.length, isByTotal)}</p>
      <div class="stack">
        ${notice(
          expires_at === null
            ? { text: notFinal }
            : { title: notFinal, text: until(formatTime(expires_at, locale)) },
        )}
        ${this.#more()} ${this.problemNotice()}
      </div>
      <ul class="offers">
        ${offers.map((offer) => this.#card(offer))}
      </ul>
      <div class="foot">
        <p class="small">${afterwards}</p>
        ${isCovered ? shortText(texts.get('mla_statement')) : nothing}
        ${shortText(texts.get('credit_approval_line'))}
      </div>
    `;
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
    const isChosen = this.step.selected_offer_uuid !== null;
    const { choose, chooseLong, hardInquiry } = strings.outcome.offers;
    const name = offerName(offer, strings.outcome.offers);
    // Only what the lender wrote is in its language.
    const lang = offer.product_name ? this.step.locale : undefined;
    return offerCard({
      offer,
      locale,
      money: (amount = '') => amount && this.money(amount),
      lenderLocale: this.step.locale,
      strings: strings.outcome.offers,
      requestedAmount: this.step.requested_amount,
      isCurrent: offer.offer_uuid === this.step.selected_offer_uuid,
      heading: this.subHeading(html`<bdi lang=${lang ?? nothing}>${name}</bdi>`),
      hardInquiry: texts.get('hard_inquiry_line') ?? { text: hardInquiry, locale },
      button:
        isByCode && isChosen
          ? nothing
          : busyButton({
              label: choose,
              longLabel: chooseLong(name, `${offer.apr}%`),
              busy,
              onClick: () => this.send({ type: 'select_offer', offerUuid: offer.offer_uuid }),
            }),
    });
  }
}
