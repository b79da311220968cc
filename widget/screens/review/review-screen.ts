import { html, type TemplateResult } from 'lit/html.js';
import { hero } from '../../elements/icons.ts';
import { lenderContact } from '../lender-contact.ts';
import { LaterScreenElement } from '../later-screen-element.ts';

/** A person at the lender looks at the application. */
export class ReviewScreen extends LaterScreenElement<'review'> {
  override render(): TemplateResult {
    const { strings } = this.context;
    const { title, text, next } = strings.outcome.review;
    return html`<div class="stack">
      ${hero('clock')} ${this.titleHeading(title)}
      <p class="lead">${text}</p>
      <p>${next}</p>
      ${lenderContact(this.step.lender, strings)} ${this.problemNotice()}
      <div class="actions">
        ${this.action(strings.common.checkAgain, { type: 'refresh' }, 'secondary')}
      </div>
      ${this.answerNote()}
    </div>`;
  }
}
