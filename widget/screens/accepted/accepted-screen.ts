import { html, nothing, type TemplateResult } from 'lit/html.js';
import { type Fact, facts } from '../../elements/facts.ts';
import { hero } from '../../elements/icons.ts';
import { notice } from '../../elements/notice.ts';
import { formatDate } from '../../format/date.ts';
import { formatLoanNumber } from '../../format/loan-number.ts';
import { blockedText } from '../../strings/blocked-text.ts';
import type { Intent } from '../intent.ts';
import { LaterScreenElement } from '../later-screen-element.ts';

/** The loan stands; what is left is the charge, or what has to happen before it. */
export class AcceptedScreen extends LaterScreenElement<'accepted'> {
  override render(): TemplateResult {
    const { accepted } = this.context.strings.outcome;
    const { title, text } = this.#isOnHold ? accepted.blocked.suspended : accepted;
    return html`<div class="stack">
      ${this.#isOnHold ? hero('alert', 'warning') : hero('check', 'success')} ${this.titleHeading(title)}
      <p class="lead">${text}</p>
      ${this.#facts()} ${this.problemNotice()}
      ${this.step.blocked === null ? this.#charge() : this.#blocked()}
    </div>`;
  }

  protected override speaksForItself(asked: Intent['type']): boolean {
    return asked === 'refresh' || this.step.portal_account_status !== 'Invited';
  }

  get #isOnHold(): boolean {
    return this.step.blocked === 'suspended';
  }

  #facts(): TemplateResult {
    const { strings, locale } = this.context;
    const { loanNumber, creditLimit, available, window, portal, portalStatus } =
      strings.outcome.accepted;
    const { step } = this;
    const toSpend: Fact[] = [[available, this.money(step.available_spend)]];
    return facts([
      [loanNumber, formatLoanNumber(step.loan_number)],
      [creditLimit, this.money(step.credit_limit)],
      ...(this.#isOnHold ? [] : toSpend),
      [window, formatDate(step.purchase_window_end_date, locale)],
      [portal, portalStatus[step.portal_account_status]],
    ]);
  }

  #charge(): TemplateResult | typeof nothing {
    const { charge, chargeText } = this.context.strings.outcome.accepted;
    if (this.step.charge_amount === null) return nothing;
    const amount = this.money(this.step.charge_amount);
    return html`<p>${chargeText(amount)}</p>
      <div class="actions">${this.action(charge(amount), { type: 'charge' })}</div>`;
  }

  #blocked(): TemplateResult | typeof nothing {
    const { blocked, portal_account_status } = this.step;
    const { common, outcome } = this.context.strings;
    const why = blockedText(outcome.accepted, this.step);
    if (why === null) return nothing;
    const isLocked = portal_account_status === 'Locked';
    return html`${this.#isOnHold ? nothing : notice({ tone: 'warning', ...why })}
      <div class="actions">
        ${blocked === 'portal_required' && !isLocked ? this.#invite() : nothing}
        ${this.action(common.checkAgain, { type: 'refresh' }, 'secondary')}
      </div>
      ${this.answerNote()}`;
  }

  #invite(): TemplateResult | typeof nothing {
    const { invite, inviteAgain } = this.context.strings.outcome.accepted;
    const status = this.step.portal_account_status;
    return this.action(status === 'NotInvited' ? invite : inviteAgain, {
      type: 'invite_to_portal',
    });
  }
}
