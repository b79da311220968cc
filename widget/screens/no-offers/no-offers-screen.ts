import { html, type TemplateResult } from 'lit/html.js';
import { hero } from '../../elements/icons.ts';
import { notice } from '../../elements/notice.ts';
import { lenderContact } from '../lender-contact.ts';
import { LaterScreenElement } from '../later-screen-element.ts';

/** There are no offers. The reasons are the consumer's alone: they come by e-mail. */
export class NoOffersScreen extends LaterScreenElement<'no_offers'> {
  override render(): TemplateResult {
    const { strings } = this.context;
    const { title, text, notice: noticeTexts, paper } = strings.outcome.noOffers;
    const isNoticed = this.step.notice !== 'none';
    return html`<div class="stack">
      ${hero('paper', 'neutral')} ${this.titleHeading(title)}
      ${
        isNoticed
          ? html`<p class="lead">${text}</p>
              ${notice({ title: noticeTexts[this.step.notice], text: paper })}`
          : html`<p class="lead">${noticeTexts.none}</p>`
      }
      ${lenderContact(this.step.lender, strings)}
    </div>`;
  }
}
