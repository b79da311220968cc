import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { Offer } from '../../contract/offer.ts';
import { busyButton } from '../../elements/busy-button.ts';
import { notice } from '../../elements/notice.ts';
import { shortText } from '../../elements/reading.ts';
import { formatTime } from '../../format/date.ts';
import { LaterScreenElement } from '../later-screen-element.ts';
import { offerCard } from './offer-card.ts';
import { offersStyles } from './offers.styles.ts';

/** The offers in the server's order, lowest total cost first; none is chosen beforehand. */
export class OffersScreen extends LaterScreenElement<'offers'> {
  static override styles = [...LaterScreenElement.styles, offersStyles];

  override render(): TemplateResult {
    const { strings, locale, texts } = this.context;
    const { title, intro, notFinal, until, afterwards } = strings.outcome.offers;
    const { offers, requested_amount, expires_at } = this.step;
    const isCovered = offers.some((offer) => offer.mla_covered);
    return html`
      ${this.titleHeading(title(offers.length))}
      <p class="lead">${intro(this.money(requested_amount), offers.length)}</p>
      <div class="stack">
        ${notice({
          title: notFinal,
          text: expires_at === null ? afterwards : until(formatTime(expires_at, locale)),
        })}
        ${this.problemNotice()}
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

  #card(offer: Offer): TemplateResult {
    const { strings, locale, texts, busy, isByCode } = this.context;
    const isChosen = this.step.selected_offer_uuid !== null;
    const { choose, chooseLong, hardInquiry } = strings.outcome.offers;
    return offerCard({
      offer,
      locale,
      lenderLocale: this.step.locale,
      strings: strings.outcome.offers,
      requestedAmount: this.step.requested_amount,
      isCurrent: offer.offer_uuid === this.step.selected_offer_uuid,
      heading: this.subHeading(
        html`<bdi lang=${this.step.locale ?? nothing}>${offer.product_name}</bdi>`,
      ),
      hardInquiry: texts.get('hard_inquiry_line') ?? { text: hardInquiry, locale },
      button:
        isByCode && isChosen
          ? nothing
          : busyButton({
              label: choose,
              longLabel: chooseLong(offer.product_name, `${offer.apr}%`),
              busy,
              onClick: () => this.send({ type: 'select_offer', offerUuid: offer.offer_uuid }),
            }),
    });
  }
}
