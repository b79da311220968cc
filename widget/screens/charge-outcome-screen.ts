import { html, nothing, type TemplateResult } from 'lit';
import type { ChargeOutcome } from '../contract/outcome.ts';
import { facts } from '../elements/facts.ts';
import { hero } from '../elements/icons.ts';
import { ResultScreenElement } from './result-screen-element.ts';

const signs: Readonly<Record<ChargeOutcome, TemplateResult>> = {
  approved: hero('check', 'success'),
  rejected: hero('close', 'neutral'),
  expired: hero('clock', 'warning'),
  canceled: hero('close', 'neutral'),
  failed: hero('alert', 'danger'),
  held: hero('clock', 'warning'),
  refunded: hero('check', 'success'),
  reversed: hero('alert', 'warning'),
  unresolved: hero('alert', 'warning'),
};

/** How the charge ended, or that nobody can say so yet. */
export class ChargeOutcomeScreen extends ResultScreenElement<'charge_outcome'> {
  override render(): TemplateResult {
    if (this.step.outcome === 'refunded') return this.#refunded();
    const { outcome, may_charge_again, merchant_told, amount } = this.step;
    const { charge_amount: nextAmount = amount, order_amount: order } = this.step;
    const { chargeOutcome: strings, chargePending, accepted } = this.context.strings.outcome;
    const { title } = strings[outcome];
    const isUnacknowledged = outcome === 'approved' && !merchant_told;
    const whole = strings[isUnacknowledged ? 'held' : outcome].text;
    const text = order ? accepted.pays.part(this.money(amount), this.money(order)) : whole;
    const next = may_charge_again ? strings.mayRepeat : strings.askShop;
    return this.page(
      signs[outcome],
      { title, text: outcome === 'approved' ? text : `${text} ${next}` },
      facts([[chargePending.amount, this.money(amount)]]),
      this.problemNotice(),
      may_charge_again
        ? this.actions(this.action(strings.again(this.money(nextAmount)), { type: 'charge' }))
        : nothing,
    );
  }

  /** The money is back at the lender, which the consumer's own account never shows. */
  #refunded(): TemplateResult {
    const { refunded, refundedAmount, next, afterRefund, askShop } =
      this.context.strings.outcome.chargeOutcome;
    return this.page(
      signs.refunded,
      refunded,
      facts([[refundedAmount, this.money(this.step.amount)]]),
      this.problemNotice(),
      this.subHeading(next),
      html`<p>${afterRefund}</p>
        <p>${askShop}</p>`,
    );
  }
}
