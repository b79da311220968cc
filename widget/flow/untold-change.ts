import type { CheckoutChange, CheckoutClient } from '../client/checkout-client.ts';
import type { CheckoutStep } from '../contract/step.ts';
import { allowedAt, isEmpty } from './settings-change.ts';

/** What the page has said and the BFF has not taken yet. */
export class UntoldChange {
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
   * Tells what the step has a use for; the rest is forgotten.
   * @returns the step after it; `null` when there was nothing to tell
   * @throws ClientError
   */
  async tell(
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
