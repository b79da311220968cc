import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { CheckoutClient } from '../client/checkout-client.ts';
import type { Locale } from '../contract/values.ts';
import type { DisclosureTexts } from '../screens/screen-context.ts';

/** The regulated texts for one language and state. Older texts stay until newer ones are here. */
export class DisclosureStore implements ReactiveController {
  texts: DisclosureTexts = new Map();
  hasFailed = false;
  readonly #host: ReactiveControllerHost;
  #wanted: Parameters<DisclosureStore['load']> | null = null;
  #abort = new AbortController();

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {
    if (this.#wanted !== null) void this.load(...this.#wanted);
  }

  hostDisconnected(): void {
    this.#abort.abort();
  }

  async load(client: CheckoutClient, locale: Locale, state: string | null): Promise<void> {
    this.#wanted = [client, locale, state];
    this.#abort.abort();
    this.#abort = new AbortController();
    const { signal } = this.#abort;
    try {
      const list = await client.disclosures(locale, state, signal);
      if (signal.aborted) return;
      this.texts = new Map(list.map((disclosure) => [disclosure.id, disclosure]));
      this.#wanted = null;
      this.hasFailed = false;
    } catch {
      if (signal.aborted) return;
      this.hasFailed = true;
    }
    this.#host.requestUpdate();
  }
}
