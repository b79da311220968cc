import { css, html, nothing, type TemplateResult } from 'lit';
import { facts } from '../elements/facts.ts';
import { hero } from '../elements/icons.ts';
import { formatTime } from '../format/date.ts';
import { loanNumber, phoneLink } from './lender-contact.ts';
import { ResultScreenElement } from './result-screen-element.ts';

/** The charge waits for the consumer's own yes or no on the lender's page. */
export class ChargePendingScreen extends ResultScreenElement<'charge_pending'> {
  static override styles = [
    ...ResultScreenElement.styles,
    css`
      .needed {
        display: grid;
        gap: 0.25rem;
        color: var(--_muted);
      }

      .needed .number {
        color: var(--_text);
        font-size: 1.75em;
        font-weight: 650;
        font-variant-numeric: tabular-nums;
        line-height: 1.25;
        letter-spacing: 0.02em;
        overflow-wrap: anywhere;
        user-select: all;
      }
    `,
  ];

  override render(): TemplateResult {
    const { strings, locale } = this.context;
    const { title, amount, until } = strings.outcome.chargePending;
    const { step } = this;
    return this.page(
      hero('phone'),
      { title, text: this.#message() },
      this.#needed(),
      facts([
        [amount, this.money(step.amount)],
        [until, formatTime(step.expires_at, locale)],
      ]),
      this.problemNotice(),
      this.actions(this.checkAgain()),
      this.answerNote(),
    );
  }

  /** What to look for, and why it is no text message. */
  #message(): TemplateResult {
    const { message, theLender, noSms } = this.context.strings.outcome.chargePending;
    const { lender, notifications } = this.step;
    const { sms } = notifications;
    const said = message[this.#channel](lender?.name ?? theLender);
    const isCallNeeded = this.#channel === 'none' && lender?.phone;
    return html`${sms === 'sent' ? nothing : noSms[sms]} ${said}
    ${isCallNeeded ? phoneLink(lender.phone) : nothing}`;
  }

  get #channel(): 'both' | 'sms' | 'email' | 'none' {
    const { sms, email } = this.step.notifications;
    if (sms === 'sent') return email === 'sent' ? 'both' : 'sms';
    return email === 'sent' ? 'email' : 'none';
  }

  /** The number is typed on the lender's page, where nobody has it at hand. */
  #needed(): TemplateResult {
    const { chargePending, accepted } = this.context.strings.outcome;
    const { identity, numberInDocuments } = chargePending;
    const number = loanNumber(this.step.loan_number);
    if (number === null) return html`<p>${identity} ${numberInDocuments}</p>`;
    return html`<div class="notice needed">
      <p>${accepted.loanNumber}</p>
      <p class="number">${number}</p>
      <p class="small">${identity}</p>
    </div>`;
  }
}
