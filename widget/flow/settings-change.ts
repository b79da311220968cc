import type { CheckoutChange } from '../client/checkout-client.ts';
import type { FlowSettings } from '../contract/flow-message.ts';
import type { CheckoutStep } from '../contract/step.ts';

/** What the BFF has to know of new settings; a value that was taken away changes nothing. */
export function changeBetween(before: FlowSettings, after: FlowSettings): CheckoutChange {
  const change: CheckoutChange = {};
  if (after.amount !== null && after.amount !== before.amount) change.amount = after.amount;
  if (after.order_token !== null && after.order_token !== before.order_token) {
    change.order_token = after.order_token;
  }
  if (after.locale !== before.locale) change.locale = after.locale;
  return change;
}

/** The amount is settled by the soft pull; order and language may still change after it. */
export function allowedAt(step: CheckoutStep | null, change: CheckoutChange): CheckoutChange {
  if (step?.screen === 'details') return change;
  const { amount: _, ...others } = change;
  return others;
}

export function isEmpty(change: CheckoutChange): boolean {
  return Object.keys(change).length === 0;
}
