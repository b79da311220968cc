import { html, type TemplateResult } from 'lit/html.js';
import type { LaterStep } from '../contract/step.ts';
import type { ScreenContext } from '../screens/screen-context.ts';
import { assertNever } from './assert-never.ts';

/** The screen of a step. A step that the contract gains and this does not know fails to compile. */
export function laterScreen(step: LaterStep, context: ScreenContext): TemplateResult {
  switch (step.screen) {
    case 'working':
      return html`<soft-pull-working-screen
        .step=${step}
        .context=${context}
      ></soft-pull-working-screen>`;
    case 'review':
      return html`<soft-pull-review-screen
        .step=${step}
        .context=${context}
      ></soft-pull-review-screen>`;
    case 'offers':
      return html`<soft-pull-offers-screen
        .step=${step}
        .context=${context}
      ></soft-pull-offers-screen>`;
    case 'no_offers':
      return html`<soft-pull-no-offers-screen
        .step=${step}
        .context=${context}
      ></soft-pull-no-offers-screen>`;
    case 'redirect':
      return html`<soft-pull-redirect-screen
        .step=${step}
        .context=${context}
      ></soft-pull-redirect-screen>`;
    case 'accepted':
      return html`<soft-pull-accepted-screen
        .step=${step}
        .context=${context}
      ></soft-pull-accepted-screen>`;
    case 'charge_pending':
      return html`<soft-pull-charge-pending-screen
        .step=${step}
        .context=${context}
      ></soft-pull-charge-pending-screen>`;
    case 'charge_outcome':
      return html`<soft-pull-charge-outcome-screen
        .step=${step}
        .context=${context}
      ></soft-pull-charge-outcome-screen>`;
    case 'cancelled':
      return html`<soft-pull-cancelled-screen
        .step=${step}
        .context=${context}
      ></soft-pull-cancelled-screen>`;
    case 'expired':
      return html`<soft-pull-expired-screen
        .step=${step}
        .context=${context}
      ></soft-pull-expired-screen>`;
    default:
      return assertNever(step);
  }
}
