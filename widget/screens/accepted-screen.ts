import { html, nothing, type TemplateResult } from 'lit';
import { facts } from '../elements/facts.ts';
import { hero } from '../elements/icons.ts';
import { notice } from '../elements/notice.ts';
import { formatDate } from '../format/date.ts';
import { blockedText } from '../strings/blocked-text.ts';
import { loanNumber } from './lender-contact.ts';
import { ResultScreenElement } from './result-screen-element.ts';
import type { Intent } from './screen-element.ts';

/** The loan stands; what is left is the charge, or what has to happen before it. */
export class AcceptedScreen extends ResultScreenElement<'accepted'> {
  override render(): TemplateResult {
    const { accepted } = this.context.strings.outcome;
    return this.page(
      this.#isOnHold ? hero('alert', 'warning') : hero('check', 'success'),
      this.#isOnHold ? accepted.blocked.suspended : accepted,
      this.#facts(),
      this.problemNotice(),
      this.step.blocked === null ? this.#charge() : this.#blocked(),
    );
  }

  protected override speaksForItself(asked: Intent['type']): boolean {
    return asked === 'refresh' || this.step.portal_account_status !== 'Invited';
  }

  get #isOnHold(): boolean {
    return this.step.blocked === 'suspended';
  }

  /** What the lender does not say is left out. */
  #facts(): TemplateResult | typeof nothing {
    const { strings, locale } = this.context;
    const { accepted, offers } = strings.outcome;
    const { loan_number, credit_limit, available_spend, purchase_window_end_date } = this.step;
    const { portal_account_status: portal } = this.step;
    return facts([
      [accepted.loanNumber, loanNumber(loan_number)],
      [offers.amount, credit_limit && this.money(credit_limit)],
      [accepted.available, !this.#isOnHold && available_spend && this.money(available_spend)],
      [accepted.window, purchase_window_end_date && formatDate(purchase_window_end_date, locale)],
      [accepted.portal, portal && accepted.portalStatus[portal]],
    ]);
  }

  #charge(kind: 'primary' | 'secondary' = 'primary'): TemplateResult | typeof nothing {
    const { charge, answerThere } = this.context.strings.outcome.accepted;
    const { charge_amount } = this.step;
    if (charge_amount === null) return nothing;
    return html`<p>${this.#pays(charge_amount)} ${answerThere}</p>
      ${this.actions(this.action(charge(this.money(charge_amount)), { type: 'charge' }, kind))}`;
  }

  /** What the charge is of the order. */
  #pays(charged: string): string {
    const { pays } = this.context.strings.outcome.accepted;
    const { order_amount: order } = this.step;
    const amount = this.money(charged);
    if (order == null) return pays.amount(amount);
    return order === charged ? pays.whole(amount) : pays.part(amount, this.money(order));
  }

  /** Where nobody says how the Payment Portal account stands, the answer to the charge does. */
  #blocked(): TemplateResult | typeof nothing {
    const { blocked, portal_account_status } = this.step;
    const why = blockedText(this.context.strings.outcome.accepted, this.step);
    if (why === null) return nothing;
    const mayInvite = blocked === 'portal_required' && portal_account_status !== 'Locked';
    return html`${this.#isOnHold ? nothing : notice({ tone: 'warning', ...why })}
    ${this.actions(mayInvite ? this.#invite() : nothing, this.checkAgain())} ${this.answerNote()}
    ${mayInvite && portal_account_status === null ? this.#charge('secondary') : nothing}`;
  }

  #invite(): TemplateResult {
    const { invite, inviteAgain } = this.context.strings.outcome.accepted;
    const { portal_account_status: status } = this.step;
    const isFirst = status === null || status === 'NotInvited';
    return this.action(isFirst ? invite : inviteAgain, { type: 'invite_to_portal' });
  }
}
