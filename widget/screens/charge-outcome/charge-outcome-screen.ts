import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { ChargeOutcome } from '../../contract/step.ts';
import { facts } from '../../elements/facts.ts';
import { hero } from '../../elements/icons.ts';
import { LaterScreenElement } from '../later-screen-element.ts';

const signs: Readonly<Record<ChargeOutcome, TemplateResult>> = {
  approved: hero('check', 'success'),
  rejected: hero('close', 'neutral'),
  expired: hero('clock', 'warning'),
  canceled: hero('close', 'neutral'),
  failed: hero('alert', 'danger'),
};

/** How the charge ended. */
export class ChargeOutcomeScreen extends LaterScreenElement<'charge_outcome'> {
  override render(): TemplateResult {
    const { step } = this;
    const strings = this.context.strings.outcome.chargeOutcome;
    const { title, text } = strings[step.outcome];
    const amount = this.money(step.amount);
    const next = step.may_charge_again ? strings.mayRepeat : strings.askShop;
    return html`<div class="stack">
      ${signs[step.outcome]} ${this.titleHeading(title)}
      <p class="lead">${text} ${step.outcome === 'approved' ? nothing : next}</p>
      ${facts([[strings.amount, amount]])} ${this.problemNotice()}
      ${
        step.may_charge_again
          ? html`<div class="actions">${this.action(strings.again(amount), { type: 'charge' })}</div>`
          : nothing
      }
    </div>`;
  }
}
