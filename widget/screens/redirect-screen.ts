import { html, nothing, type TemplateResult } from 'lit';
import { facts } from '../elements/facts.ts';
import { hero } from '../elements/icons.ts';
import { formatTime } from '../format/date.ts';
import { offerName } from '../strings/offer-name.ts';
import { ResultScreenElement } from './result-screen-element.ts';

/** The way to the lender. Nothing leaves this page by itself: the button does, and renews the link. */
export class RedirectScreen extends ResultScreenElement<'redirect'> {
  override render(): TemplateResult {
    const { strings, locale, isByCode } = this.context;
    const { redirect, offers } = strings.outcome;
    const { offer, selected_amount, link_expires_at: until } = this.step;
    // No other link follows.
    const isLast = isByCode || until === offer.expires_at;
    return this.page(
      hero('leave'),
      redirect,
      facts([
        [redirect.chosen, html`<bdi>${offerName(offer, offers)}</bdi>`],
        [offers.aprLong, `${offer.apr}%`],
        [offers.amount, this.money(selected_amount)],
      ]),
      this.problemNotice(),
      html`<p>${redirect.identity}</p>`,
      this.actions(
        this.goOn(offer.offer_uuid),
        isByCode
          ? nothing
          : this.action(redirect.backToOffers, { type: 'back_to_offers' }, 'secondary'),
      ),
      until === null
        ? nothing
        : html`<p class="small">${(isLast ? offers : redirect).until(formatTime(until, locale))}</p>`,
    );
  }
}
