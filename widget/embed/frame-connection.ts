import type { FlowCommand, FlowMessage, FlowSettings, Outcome } from '../contract/flow-message.ts';
import {
  type FrameCommand,
  type FrameConnect,
  type FrameDrawn,
  type FrameHello,
  type FrameMessage,
  frameProtocol,
  type Theme,
} from '../contract/frame-message.ts';
import {
  isAnyOf,
  isExactly,
  isFlag,
  isListOf,
  isNullOr,
  isOneOf,
  isSize,
  isText,
  isWebUrl,
  isWord,
} from '../contract/shape.ts';
import type { Screen } from '../contract/step.ts';
import type { EmbedView } from './embed-view.ts';
import { type FlowConnection, focusCommand } from './flow-connection.ts';
import { make } from './make.ts';

/** A frame that has not spoken by then was blocked, or is out of reach. */
const blockedAfterMs = 10_000;

interface FrameConnectionOptions {
  /** Whose look is carried into the frame. */
  host: HTMLElement;
  view: EmbedView;
  /** Where the frame comes from, for whom, and in which language. */
  settings: Pick<FlowSettings, 'server' | 'merchant' | 'locale'>;
  /** The frame that the page's markup holds; without it, one is made. */
  markup: HTMLIFrameElement | null;
  receive: (message: FlowMessage) => void;
  /** The flow can be spoken to and knows nothing yet. */
  onOpen: () => void;
  /** @param isDrawn the form is there, and says itself that it cannot go on */
  onBlocked: (isDrawn: boolean) => void;
}

/** The flow in a frame of the BFF's origin: no script of the page can see what is typed there. */
export class FrameConnection implements FlowConnection {
  readonly element: HTMLIFrameElement;
  /** The same if the page's markup holds it: nothing is written on it, but that it loads at once. */
  readonly markup: HTMLIFrameElement | null;
  readonly #options: FrameConnectionOptions;
  readonly #origin: string;
  readonly #timer: ReturnType<typeof setTimeout>;
  #port: MessagePort | null = null;
  #loadedAt = 0;
  #isDrawn = false;
  #properties: readonly string[] = [];
  /** What the frame was told last of how the page looks, as JSON. */
  #theme = '';
  /** A hidden element announces no change of a property: it is read once it is shown. */
  readonly #resizeObserver = new ResizeObserver(() => this.#sendTheme());

  constructor(options: FrameConnectionOptions) {
    const { settings, markup, view, onBlocked } = options;
    const { server, merchant, locale } = settings;
    const url = new URL('/v1/frame', server);
    url.searchParams.set('merchant', merchant);
    url.searchParams.set('locale', locale);
    this.#options = options;
    this.#origin = url.origin;
    this.markup = markup;
    this.element = markup ?? make('iframe', { src: url.href, referrerPolicy: 'no-referrer' });
    // One that waits to be scrolled to would be taken for blocked.
    if (markup?.loading === 'lazy') markup.loading = 'eager';
    window.addEventListener('message', this.#handleHello);
    view.themed.addEventListener('transitionrun', this.#sendTheme);
    this.#resizeObserver.observe(view.themed);
    this.#timer = setTimeout(() => onBlocked(this.#isDrawn), blockedAfterMs);
  }

  get isOpen(): boolean {
    return this.#port !== null;
  }

  send(command: FlowCommand): void {
    this.#post('settings' in command ? withoutOrigins(command) : command);
  }

  focus(options?: FocusOptions): void {
    this.element.focus(options);
    this.#post(focusCommand(options));
  }

  close(): void {
    clearTimeout(this.#timer);
    window.removeEventListener('message', this.#handleHello);
    this.#options.view.themed.removeEventListener('transitionrun', this.#sendTheme);
    this.#resizeObserver.disconnect();
    if (this.markup === null) this.element.remove();
    // Its document has met the page and greets nobody any more, or never came: who is to use it again
    // needs another. To write its `src` would also add to the history of the page. A frame off the page
    // has no window, and is loaded when it is put back.
    else this.element.contentWindow?.location.replace(this.element.src);
    this.#port?.close();
    this.#port = null;
  }

  #post(command: FrameCommand): void {
    this.#port?.postMessage(command);
  }

  /** From the frame's own window and the BFF's own document only; again after each load of it. */
  #handleHello = ({ source, origin, data }: MessageEvent<unknown>): void => {
    const { contentWindow } = this.element;
    if (contentWindow === null || source !== contentWindow || origin !== this.#origin) return;
    if (isFrameDrawn(data)) {
      this.#isDrawn = true;
      this.#options.view.showDrawn(this.element, data.height);
    }
    // Before it heard the answer it may have said the same again.
    if (!isFrameHello(data) || data.loaded_at === this.#loadedAt) return;
    this.#loadedAt = data.loaded_at;
    clearTimeout(this.#timer);
    this.#port?.close();
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    port1.onmessage = this.#handleMessage;
    const connect: FrameConnect = { type: 'soft-pull-connect', protocol: frameProtocol };
    contentWindow.postMessage(connect, this.#origin, [port2]);
    this.#properties = data.properties;
    this.#theme = '';
    this.#options.view.watch(data.properties);
    this.#sendTheme();
    this.#options.onOpen();
  };

  #handleMessage = ({ data }: MessageEvent<unknown>): void => {
    if (!isFrameMessage(data)) return;
    if (data.type === 'height') this.#options.view.resize(this.element, data.height);
    else if (data.type === 'scroll_to') this.#options.view.scrollTo(data);
    else this.#options.receive(data);
  };

  #sendTheme = (): void => {
    const theme = themeOf(this.#options.host, this.#properties);
    const written = JSON.stringify(theme);
    if (written === this.#theme) return;
    this.#theme = written;
    this.#post({ type: 'theme', theme });
  };
}

function withoutOrigins(command: Extract<FlowCommand, { settings: FlowSettings }>): FrameCommand {
  const { server, merchant, parent_origin, ...settings } = command.settings;
  return { ...command, settings };
}

/** How the page wants the element to look, as far as these properties say it. */
function themeOf(host: HTMLElement, names: readonly string[]): Theme {
  const style = getComputedStyle(host);
  const set = names
    .map((name) => [name, style.getPropertyValue(name).trim()] as const)
    .filter(([, value]) => value !== '');
  return {
    color_scheme: style.colorScheme,
    properties: Object.fromEntries(set),
  };
}

const isOutcome = isAnyOf<Outcome>({
  decision: { decision: isOneOf(['offers', 'no_offers']) },
  accepted: {},
  charge_requested: { payment_request_uuid: isText },
  charge_outcome: { payment_request_uuid: isText, outcome: isWord },
  ask_lender: { reason: isWord },
  expired: {},
});

/** True if what came through the channel is something that a frame says. */
export const isFrameMessage = isAnyOf<FrameMessage>({
  ready: {},
  height: { height: isSize },
  scroll_to: { top: isSize, bottom: isSize },
  handle: { resume: isText, opens_forms: isFlag },
  step: { checkout_id: isText, screen: isWord, previous: isNullOr<Screen>(isWord) },
  outcome: { checkout_id: isText, outcome: isOutcome },
  offer_selected: { offer_uuid: isText },
  redirect: { url: isWebUrl },
  error: { code: isWord, retryable: isFlag, correlation_id: isNullOr(isText) },
});

function isPropertyName(value: unknown): value is string {
  return isText(value) && /^--soft-pull-[a-z-]{1,40}$/.test(value);
}

export const isFrameHello = isExactly<FrameHello>({
  type: isOneOf(['soft-pull-hello']),
  protocol: isOneOf([frameProtocol]),
  loaded_at: isSize,
  properties: isListOf(isPropertyName, 200),
});

const isFrameDrawn = isExactly<FrameDrawn>({
  type: isOneOf(['soft-pull-drawn']),
  height: isSize,
});
