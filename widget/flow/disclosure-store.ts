import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { CheckoutClient } from '../client/checkout-client.ts';
import type { Disclosure, Parties } from '../contract/disclosure.ts';
import type { Locale } from '../contract/values.ts';
import type { DisclosureTexts } from '../screens/screen-context.ts';

/** How long the form keeps the room of the text that it shows at once. */
const settlesWithinMs = 3_000;

/** The regulated texts of one language, of every state. Older texts stay until newer ones are here. */
export class DisclosureStore implements ReactiveController {
  texts: DisclosureTexts = new Map();
  parties: Parties | null = null;
  /** False while what the form shows at once may still come, which would move what is below it. */
  hasSettled = false;
  readonly #host: ReactiveControllerHost;
  #hasFailed = false;
  #wanted: Parameters<DisclosureStore['load']> | null = null;
  #wholeIn: Locale | null = null;
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

  /** True if all texts are here, or will be, or could not be had. */
  get areAskedFor(): boolean {
    return this.areWhole || this.#wanted !== null;
  }

  /** True if all texts are here, be it in the language before. */
  get areWhole(): boolean {
    return this.#wholeIn !== null;
  }

  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  /** Before they are asked for again: what fails again is told again. */
  forgetFailure(): void {
    this.#hasFailed = false;
  }

  areOutOfReach(locale: Locale): boolean {
    return this.#hasFailed && this.#wholeIn !== locale;
  }

  async load(client: CheckoutClient, locale: Locale): Promise<void> {
    this.#wanted = [client, locale];
    this.#abort.abort();
    this.#abort = new AbortController();
    const { signal } = this.#abort;
    const late = setTimeout(() => this.#settle(), settlesWithinMs);
    try {
      const { disclosures, parties } = await client.disclosures(locale, signal);
      if (signal.aborted) return;
      this.texts = mapOf(disclosures);
      this.parties = parties ?? this.parties;
      this.#wanted = null;
      this.#wholeIn = locale;
      this.#hasFailed = false;
    } catch {
      if (signal.aborted) return;
      this.#hasFailed = true;
    } finally {
      clearTimeout(late);
    }
    this.#settle();
  }

  #settle(): void {
    this.hasSettled = true;
    this.#host.requestUpdate();
  }
}

function mapOf(list: readonly Disclosure[]): DisclosureTexts {
  return new Map(list.map((disclosure) => [disclosure.id, disclosure]));
}
