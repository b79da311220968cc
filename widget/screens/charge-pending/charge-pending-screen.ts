import { html, type TemplateResult } from 'lit/html.js';
import { facts } from '../../elements/facts.ts';
import { hero } from '../../elements/icons.ts';
import { formatTime } from '../../format/date.ts';
import { LaterScreenElement } from '../later-screen-element.ts';

/** The charge waits for the consumer's own yes or no on the lender's page. */
export class ChargePendingScreen extends LaterScreenElement<'charge_pending'> {
  override render(): TemplateResult {
    const { strings, locale } = this.context;
    const { title, text, identity, amount, until, sms, email } = strings.outcome.chargePending;
    const { step } = this;
    return html`<div class="stack">
      ${hero('phone')} ${this.titleHeading(title)}
      <p class="lead">${text}</p>
      ${facts([
        [amount, this.money(step.amount)],
        [until, formatTime(step.expires_at, locale)],
      ])}
      <p>${identity}</p>
      <p>${sms[step.notifications.sms]} ${email[step.notifications.email]}</p>
      ${this.problemNotice()}
      <div class="actions">
        ${this.action(strings.common.checkAgain, { type: 'refresh' }, 'secondary')}
      </div>
      ${this.answerNote()}
    </div>`;
  }
}
