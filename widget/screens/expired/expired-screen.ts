import { html, type TemplateResult } from 'lit/html.js';
import { hero } from '../../elements/icons.ts';
import { LaterScreenElement } from '../later-screen-element.ts';

/** Time has run out; a new application is one press away. */
export class ExpiredScreen extends LaterScreenElement<'expired'> {
  override render(): TemplateResult {
    const { common, outcome } = this.context.strings;
    const { title, text } = outcome.expired[this.step.reason];
    return html`<div class="stack">
      ${hero('clock', 'warning')} ${this.titleHeading(title)}
      <p class="lead">${text}</p>
      <div class="actions">${this.action(common.startAgain, { type: 'restart' })}</div>
    </div>`;
  }
}
