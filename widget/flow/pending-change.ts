import type { CheckoutChange, CheckoutClient } from '../client/checkout-client.ts';
import type { CheckoutStep } from '../contract/step.ts';
import type { FlowSettings } from '../contract/flow-message.ts';
import { wireLocale } from '../contract/language.ts';

/** What the page has set and the BFF has not been sent yet. */
export class PendingChange {
  #change: CheckoutChange = {};

  get isEmpty(): boolean {
    return isEmpty(this.#change);
  }

  get amount(): string | null {
    return this.#change.amount ?? null;
  }

  add(change: CheckoutChange): void {
    this.#change = { ...this.#change, ...change };
  }

  clear(): void {
    this.#change = {};
  }

  /**
   * Sends what the step has a use for, and drops the rest.
   * @returns the step after it; `null` when there was nothing to send
   * @throws ClientError
   */
  async push(
    client: CheckoutClient,
    step: CheckoutStep | null,
    signal: AbortSignal,
  ): Promise<CheckoutStep | null> {
    const change = allowedAt(step, this.#change);
    this.#change = change;
    if (isEmpty(change)) return null;
    const after = await client.change(change, signal);
    // The page may have said something else meanwhile.
    if (this.#change === change) this.clear();
    return after;
  }
}

/** What the BFF has to know of new settings; a value that was taken away changes nothing. */
export function changeBetween(before: FlowSettings, after: FlowSettings): CheckoutChange {
  const change: CheckoutChange = {};
  if (after.amount !== null && after.amount !== before.amount) change.amount = after.amount;
  if (after.order_token !== null && after.order_token !== before.order_token) {
    change.order_token = after.order_token;
  }
  if (after.return_url !== before.return_url) change.return_url = after.return_url;
  const locale = wireLocale(after.locale);
  if (locale !== wireLocale(before.locale)) change.locale = locale;
  return change;
}

/**
 * The amount is settled by the soft pull, the order by its charge. An order token can be brought
 * once: where it has nothing to do any more, it is saved for the checkout that follows.
 */
function allowedAt(step: CheckoutStep | null, change: CheckoutChange): CheckoutChange {
  const { amount, order_token, ...others } = change;
  const allowed: CheckoutChange = others;
  if (step?.screen === 'details' && amount !== undefined) allowed.amount = amount;
  if (step !== null && takesOrder(step) && order_token !== undefined) {
    allowed.order_token = order_token;
  }
  return allowed;
}

function takesOrder(step: CheckoutStep): boolean {
  switch (step.screen) {
    case 'no_offers':
    case 'cancelled':
    case 'expired':
    case 'charge_pending':
      return false;
    case 'charge_outcome':
      return step.may_charge_again;
    default:
      return true;
  }
}

export function isEmpty(change: CheckoutChange): boolean {
  return Object.keys(change).length === 0;
}
