import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { CheckoutClient } from '../client/checkout-client.ts';
import type { Disclosure } from '../contract/disclosure.ts';
import type { Locale } from '../contract/values.ts';
import type { DisclosureTexts } from '../screens/screen-context.ts';

/** The regulated texts for one language and state. Older texts stay until newer ones are here. */
export class DisclosureStore implements ReactiveController {
  texts: DisclosureTexts = new Map();
  hasFailed = false;
  readonly #host: ReactiveControllerHost;
  #wanted: Parameters<DisclosureStore['load']> | null = null;
  #isWhole = false;
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

  /** Whether all texts are here, or will be, or could not be had. */
  get areAskedFor(): boolean {
    return this.#isWhole || this.#wanted !== null;
  }

  /** The one text that the form shows at once; who cannot have it hears of that with the others. */
  async loadFirst(client: CheckoutClient, locale: Locale): Promise<void> {
    const { signal } = this.#abort;
    const wanted = { locale, only: 'cip_notice' } as const;
    const list = await client.disclosures(wanted, signal).catch(() => []);
    if (signal.aborted || this.texts.size > 0) return;
    this.texts = mapOf(list);
    this.#host.requestUpdate();
  }

  async load(client: CheckoutClient, locale: Locale, state: string | null): Promise<void> {
    this.#wanted = [client, locale, state];
    this.#abort.abort();
    this.#abort = new AbortController();
    const { signal } = this.#abort;
    try {
      const list = await client.disclosures({ locale, state }, signal);
      if (signal.aborted) return;
      this.texts = mapOf(list);
      this.#wanted = null;
      this.#isWhole = true;
      this.hasFailed = false;
    } catch {
      if (signal.aborted) return;
      this.hasFailed = true;
    }
    this.#host.requestUpdate();
  }
}

function mapOf(list: readonly Disclosure[]): DisclosureTexts {
  return new Map(list.map((disclosure) => [disclosure.id, disclosure]));
}
