import { html, nothing, type TemplateResult } from 'lit/html.js';
import { facts } from '../../elements/facts.ts';
import { hero, icon } from '../../elements/icons.ts';
import { formatTime } from '../../format/date.ts';
import { LaterScreenElement } from '../later-screen-element.ts';

/** The way to the lender. Nothing leaves this page by itself: the button does, and renews the link. */
export class RedirectScreen extends LaterScreenElement<'redirect'> {
  override render(): TemplateResult {
    const { strings, locale, isByCode } = this.context;
    const { title, text, go, lookAgain, identity, until } = strings.outcome.redirect;
    const { offer, link_expires_at } = this.step;
    return html`<div class="stack">
      ${hero('leave')} ${this.titleHeading(title)}
      <p class="lead">${text}</p>
      ${this.#choice()} ${this.problemNotice()}
      <p>${identity}</p>
      <div class="actions">
        ${this.action(html`${go} ${icon('leave')}`, {
          type: 'continue_to_lender',
          offerUuid: offer.offer_uuid,
        })}
        ${isByCode ? nothing : this.action(lookAgain, { type: 'look_again' }, 'secondary')}
      </div>
      <p class="small">${until(formatTime(link_expires_at, locale))}</p>
    </div>`;
  }

  #choice(): TemplateResult {
    const { redirect, offers } = this.context.strings.outcome;
    const { offer, selected_amount } = this.step;
    return facts([
      [redirect.chosen, html`<bdi>${offer.product_name}</bdi>`],
      [offers.aprLong, `${offer.apr}%`],
      [redirect.amount, this.money(selected_amount)],
    ]);
  }
}
