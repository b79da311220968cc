import { html, nothing, type TemplateResult } from 'lit';
import { facts } from '../../elements/facts.ts';
import { hero } from '../../elements/icons.ts';
import { formatTime } from '../../format/date.ts';
import { loanNumber } from '../loan-number.ts';
import { ResultScreenElement } from '../result-screen-element.ts';

/** The charge waits for the consumer's own yes or no on the lender's page. */
export class ChargePendingScreen extends ResultScreenElement<'charge_pending'> {
  override render(): TemplateResult {
    const { strings, locale } = this.context;
    const { chargePending, accepted } = strings.outcome;
    const { identity, numberInDocuments, amount, until, sms, email } = chargePending;
    const { step } = this;
    return this.page(
      hero('phone'),
      chargePending,
      facts([
        [amount, this.money(step.amount)],
        [accepted.loanNumber, loanNumber(step.loan_number)],
        [until, formatTime(step.expires_at, locale)],
      ]),
      html`<p>${identity} ${step.loan_number === null ? numberInDocuments : nothing}</p>
        <p>${sms[step.notifications.sms]} ${email[step.notifications.email]}</p>`,
      this.problemNotice(),
      this.actions(this.checkAgain()),
      this.answerNote(),
    );
  }
}
