import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { CheckoutClient } from '../client/checkout-client.ts';
import type { Locale } from '../contract/values.ts';
import type { DisclosureTexts } from '../screens/screen-context.ts';

/** The regulated texts for one language and state. Older texts stay until newer ones are here. */
export class DisclosureStore implements ReactiveController {
  texts: DisclosureTexts = new Map();
  hasFailed = false;
  readonly #host: ReactiveControllerHost;
  #call = 0;
  #abort = new AbortController();

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  hostDisconnected(): void {
    this.#abort.abort();
  }

  async load(client: CheckoutClient, locale: Locale, state: string | null): Promise<void> {
    const call = ++this.#call;
    this.#abort.abort();
    this.#abort = new AbortController();
    try {
      const list = await client.disclosures(locale, state, this.#abort.signal);
      if (call !== this.#call) return;
      this.texts = new Map(list.map((disclosure) => [disclosure.id, disclosure]));
      this.hasFailed = false;
    } catch {
      if (call !== this.#call) return;
      this.hasFailed = true;
    }
    this.#host.requestUpdate();
  }
}
