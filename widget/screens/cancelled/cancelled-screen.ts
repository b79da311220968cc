import { html, type TemplateResult } from 'lit/html.js';
import { hero } from '../../elements/icons.ts';
import { LaterScreenElement } from '../later-screen-element.ts';

/** The consumer declined the terms, or the loan was cancelled. */
export class CancelledScreen extends LaterScreenElement<'cancelled'> {
  override render(): TemplateResult {
    const { common, outcome } = this.context.strings;
    const { title, text } = outcome.cancelled[this.step.reason];
    return html`<div class="stack">
      ${hero('close', 'neutral')} ${this.titleHeading(title)}
      <p class="lead">${text}</p>
      <div class="actions">
        ${this.action(common.startAgain, { type: 'restart' }, 'secondary')}
      </div>
    </div>`;
  }
}
