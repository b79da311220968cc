import { resolveLocale, wireLocale } from '../contract/language.ts';
import type { Message } from '../contract/public-information.ts';
import type { Locale } from '../contract/values.ts';
import { HTMLElementOrNone, takeEarlier } from '../embed/element-base.ts';
import { pageLanguage } from '../embed/locale.ts';
import { make } from '../embed/make.ts';
import { scriptOrigin } from '../embed/script-origin.ts';
import { sheetOf } from '../styles/sheet.ts';
import { messageStyles } from './message.styles.ts';

/** What a page sets on the element: each attribute has its property's name. */
export const messageProperties = ['server', 'merchant', 'amount', 'locale', 'href'] as const;

const intlLocales = { en: 'en-US', es: 'es-US' } as const satisfies Record<Locale, string>;

/**
 * @summary What a purchase costs a month at the least, with the terms that belong beside it. Where
 * the merchant has no product for the amount, nothing is shown.
 *
 * @fires {SoftPullMessageOpenEvent} soft-pull-message-open - Somebody wants to see more: `amount`. Cancelable.
 *
 * @csspart message - The line with the payment.
 * @csspart payment - The payment.
 * @csspart disclosure - The terms.
 * @csspart link - The way into the checkout.
 *
 * @cssproperty [--soft-pull-link=var(--soft-pull-accent)] - Color of the link.
 * @cssproperty [--soft-pull-accent=inherit] - Color of the link where none is set for links; the text's by default.
 * @cssproperty [--soft-pull-focus=currentcolor] - The ring around the link when it has the focus.
 */
export class SoftPullMessage extends HTMLElementOrNone {
  static readonly observedAttributes: readonly string[] = messageProperties;

  /** Origin of the backend-for-frontend; by default where this script came from. */
  declare server: string | null;
  /** The merchant's publishable key. */
  declare merchant: string | null;
  /** The price, such as `8400.00`. */
  declare amount: string | null;
  /** `en` or `es`; by default the page's language. */
  declare locale: string | null;
  /** Where the checkout is; without it there is a button, whose event the page answers. */
  declare href: string | null;

  #asked: string | null = null;
  #asking = new AbortController();
  #isUpdateDue = false;
  #isExplained = false;

  static {
    for (const name of messageProperties) {
      Object.defineProperty(SoftPullMessage.prototype, name, {
        configurable: true,
        enumerable: true,
        get(this: SoftPullMessage) {
          return this.getAttribute(name);
        },
        set(this: SoftPullMessage, value: unknown) {
          if (value === null || value === undefined) this.removeAttribute(name);
          else this.setAttribute(name, String(value));
        },
      });
    }
  }

  connectedCallback(): void {
    for (const name of messageProperties) takeEarlier(this, name);
    this.#requestUpdate();
  }

  connectedMoveCallback(): void {
    // `moveBefore()` keeps what is shown; another language may be spoken where it stands now.
    this.#requestUpdate();
  }

  disconnectedCallback(): void {
    this.#asking.abort();
    this.#asked = null;
  }

  attributeChangedCallback(): void {
    this.#requestUpdate();
  }

  /** Whatever is set in one go is asked for in one go. */
  #requestUpdate(): void {
    if (this.#isUpdateDue || !this.isConnected) return;
    this.#isUpdateDue = true;
    queueMicrotask(() => {
      this.#isUpdateDue = false;
      if (this.isConnected) void this.#update();
    });
  }

  async #update(): Promise<void> {
    const request = this.#request();
    const wanted = JSON.stringify([request, this.href]);
    if (wanted === this.#asked) return;
    this.#asked = wanted;
    this.#asking.abort();
    this.#asking = new AbortController();
    const { signal } = this.#asking;
    // A payment of an earlier price must not stand beside a new one.
    this.#show();
    if (request === null) return;
    const said = await fetchMessage(request, signal);
    if (signal.aborted) return;
    if (typeof said === 'object') this.#show(...this.#paragraphs(request, said));
    else if (said !== 204) this.#explain(said);
  }

  #explain(status: number | undefined): void {
    if (this.#isExplained) return;
    this.#isExplained = true;
    // biome-ignore lint/suspicious/noConsole: whoever sets up a page and sees nothing looks there.
    console.warn(`<soft-pull-message>: nothing is shown (${status ?? 'not reached'}).`);
  }

  #request(): MessageRequest | null {
    const { merchant, amount } = this;
    if (!merchant || !amount) return null;
    const server = this.server || scriptOrigin(import.meta.url) || '';
    const locale = wireLocale(resolveLocale(this.locale || pageLanguage(this)));
    return { server, merchant, amount: amount.trim(), locale };
  }

  #paragraphs(
    { amount, locale }: MessageRequest,
    { monthly_payment, disclosure }: { monthly_payment: string; disclosure: string },
  ): Element[] {
    const { before, after, approval } = messageTexts[locale];
    const format = new Intl.NumberFormat(intlLocales[locale], {
      style: 'currency',
      currency: 'USD',
    });
    const payment = make('strong', {}, format.format(Number(monthly_payment)));
    payment.part.add('payment');
    const line = make('p', { lang: locale, id: 'message' });
    line.append(`${before} `, payment, ` ${after} ${approval} `, this.#way(amount, locale));
    line.part.add('message');
    const terms = make('p', { lang: locale, className: 'terms' }, disclosure);
    terms.part.add('disclosure');
    return [line, terms];
  }

  #way(amount: string, locale: Locale): Element {
    const { open } = messageTexts[locale];
    const { href } = this;
    const way =
      href === null ? make('button', { type: 'button' }, open) : make('a', { href }, open);
    way.part.add('link');
    way.addEventListener('click', (event) => {
      if (!this.dispatchEvent(new SoftPullMessageOpenEvent(amount))) event.preventDefault();
    });
    return way;
  }

  #show(...content: Element[]): void {
    const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
    if (root.adoptedStyleSheets.length === 0) root.adoptedStyleSheets = [sheetOf(messageStyles)];
    root.replaceChildren(...content);
  }
}

/** Somebody wants to see more of it: the page may lead them to its checkout. */
export class SoftPullMessageOpenEvent extends Event {
  /** What the message is about, as the page has set it. */
  readonly amount: string;

  constructor(amount: string) {
    super('soft-pull-message-open', { bubbles: true, composed: true, cancelable: true });
    this.amount = amount;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'soft-pull-message': SoftPullMessage;
  }
  interface GlobalEventHandlersEventMap {
    'soft-pull-message-open': SoftPullMessageOpenEvent;
  }
}

/** Beside the terms, which come from the BFF with the figure. */
const messageTexts = {
  en: {
    before: 'As low as',
    after: 'per month.',
    approval: 'Subject to credit approval.',
    open: 'See your options',
  },
  es: {
    before: 'Desde',
    after: 'al mes.',
    approval: 'Sujeto a aprobación de crédito.',
    open: 'Ver sus opciones',
  },
} as const satisfies Record<Locale, unknown>;

interface MessageRequest {
  server: string;
  merchant: string;
  amount: string;
  locale: Locale;
}

/** What the BFF says of the amount, or the status of an answer without that, if there was one. */
async function fetchMessage(
  { server, merchant, amount, locale }: MessageRequest,
  signal: AbortSignal,
): Promise<Pick<Message, 'monthly_payment' | 'disclosure'> | number | undefined> {
  try {
    const url = new URL('/v1/message', server);
    url.search = new URLSearchParams({ merchant, amount, locale }).toString();
    const answer = await fetch(url, {
      credentials: 'omit',
      referrerPolicy: 'strict-origin',
      signal,
    });
    const said: unknown = answer.status === 200 ? await answer.json().catch(() => null) : null;
    return isMessage(said) ? said : answer.status;
  } catch {
    return undefined;
  }
}

function isMessage(said: unknown): said is Message {
  if (typeof said !== 'object' || said === null) return false;
  const { monthly_payment, disclosure } = said as Record<string, unknown>;
  const isPayment = typeof monthly_payment === 'string' && /^\d{1,9}\.\d\d$/.test(monthly_payment);
  return isPayment && typeof disclosure === 'string' && disclosure !== '';
}
