import type { ReactiveController } from 'lit';
import type { FlowSettings, Handle } from '../contract/flow-message.ts';
import {
  type FrameCommand,
  type FrameConnect,
  type FrameHello,
  type FrameMessage,
  frameProtocol,
  type PageSettings,
  type Theme,
} from '../contract/frame-message.ts';
import { directionOf, languages } from '../contract/language.ts';
import type { Prefill } from '../contract/prefill.ts';
import {
  isAnyOf,
  isExactly,
  isFlag,
  isListOf,
  isNullOr,
  isOneOf,
  isPlain,
  isText,
  isWebUrl,
} from '../contract/shape.ts';
import { defineFlow, flowTag } from '../flow/define-flow.ts';
import type { FlowElement } from '../flow/flow-element.ts';
import { applyTheme, isThemeProperties, knownProperties } from './theme.ts';

const greetAgainMs = 250;
/** As `firstScript()` reads it. */
const returningKey = 'soft-pull-returning';

/** What the page asks for cannot be read: too long, or not what the contract says. */
const refusal: FrameMessage = {
  type: 'error',
  code: 'misconfigured',
  retryable: false,
  correlation_id: null,
};

export interface Connection {
  /** The frame's end of the channel. */
  port: MessagePort;
  /** The origin of the page around the frame, as the browser vouches for it. */
  origin: string;
}

/**
 * Tells the page around the frame that it can be spoken to, and waits for its channel. Only the
 * direct parent is listened to, and only once.
 */
export function meetPage(frame: Window): Promise<Connection> {
  const hello: FrameHello = {
    type: 'soft-pull-hello',
    protocol: frameProtocol,
    loaded_at: performance.timeOrigin,
    properties: knownProperties(frame.document),
  };
  return new Promise((resolve) => {
    const listen = ({ source, origin, data, ports }: MessageEvent<unknown>) => {
      const [port] = ports;
      const isPage = source === frame.parent && source !== frame && origin !== 'null';
      if (!isPage || port === undefined || !isFrameConnect(data)) return;
      frame.removeEventListener('message', listen);
      clearInterval(greeting);
      resolve({ port, origin });
    };
    frame.addEventListener('message', listen);
    // It is not known yet which page is there; the message says nothing that a stranger could use.
    const greet = () => frame.parent.postMessage(hello, '*');
    // A frame in the page's markup may be there long before the script that answers it.
    const greeting = setInterval(greet, greetAgainMs);
    greet();
  });
}

/** The flow in a document of the BFF's own, which no script of the page around it can look into. */
export class FrameFlow {
  readonly #flow: FlowElement;
  readonly #document: Document;
  readonly #known: readonly string[];
  readonly #server: string;
  readonly #merchant: string;
  #parentOrigin = '';

  constructor({ document, location }: Window) {
    defineFlow();
    this.#document = document;
    this.#known = knownProperties(document);
    this.#server = location.origin;
    this.#merchant = new URL(location.href).searchParams.get('merchant') ?? '';
    this.#flow = document.querySelector(flowTag) ?? document.createElement(flowTag);
    this.#flow.toggleAttribute('framed', true);
    this.#flow.isReturning = isReturning();
    this.#flow.addController({
      hostUpdated: () => {
        const { label, language, isBeyondForm } = this.#flow;
        rememberReturning(isBeyondForm);
        Object.assign(document.documentElement, { lang: language, dir: directionOf(language) });
        document.title = label;
      },
    });
  }

  open({ port, origin }: Connection): void {
    const tell = (message: FrameMessage) => port.postMessage(message);
    this.#parentOrigin = origin;
    this.#flow.onMessage = tell;
    // WebKit scrolls no page of another origin to what Tab has led to, unless one types there.
    this.#flow.onkeyup = (event) => {
      if (event.key !== 'Tab') return;
      const { top, bottom } = (event.composedPath()[0] as Element).getBoundingClientRect();
      tell({ type: 'scroll_to', top, bottom });
    };
    new HeightReporter(this.#flow, (height) => tell({ type: 'height', height }));
    port.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (isFrameCommand(data)) this.#obey(data);
      else if (isNeeded(data)) tell(refusal);
    };
    if (!this.#flow.isConnected) this.#document.body.append(this.#flow);
  }

  #obey(command: FrameCommand): void {
    // Without a handle nobody comes back: the form is what is wanted.
    if ('handles' in command && command.handles.length === 0) rememberReturning(false);
    if ('settings' in command) {
      this.#flow.receive({ ...command, settings: this.#take(command.settings) });
    } else if (command.type === 'theme') {
      const root = this.#document.documentElement;
      applyTheme(command.theme, root, this.#known);
      // Once that has been drawn, colors change as the theme says.
      requestAnimationFrame(() => requestAnimationFrame(() => (root.dataset.themed = '')));
    } else this.#flow.receive(command);
  }

  /** What the page says, with what the frame knows better. */
  #take(settings: PageSettings): FlowSettings {
    return {
      ...settings,
      server: this.#server,
      merchant: this.#merchant,
      parent_origin: this.#parentOrigin,
    };
  }
}

/** True if this tab has got beyond the form, as `firstScript()` has read it. */
function isReturning(): boolean {
  return document.documentElement.dataset.returning !== undefined;
}

/**
 * Remembers that, and nothing else, so that the form does not flash up when the page is loaded again.
 * @param isBeyondForm `null` while it is not known
 */
function rememberReturning(isBeyondForm: boolean | null): void {
  if (isBeyondForm === null) return;
  delete document.documentElement.dataset.returning;
  try {
    if (isBeyondForm) sessionStorage.setItem(returningKey, '');
    else sessionStorage.removeItem(returningKey);
  } catch {
    // A browser that keeps nothing for frames shows the form first.
  }
}

/**
 * Tells how high the content is, whenever that changes. Browsers observe no sizes in a frame that
 * nobody can see yet, so it is measured after each drawing as well.
 */
class HeightReporter implements ReactiveController {
  readonly #host: FlowElement;
  readonly #report: (height: number) => void;
  readonly #observer = new ResizeObserver(() => this.#measure());
  #reported = 0;

  constructor(host: FlowElement, report: (height: number) => void) {
    this.#host = host;
    this.#report = report;
    host.addController(this);
    void this.#measureDrawn();
  }

  hostConnected(): void {
    this.#observer.observe(this.#host);
  }

  hostDisconnected(): void {
    this.#observer.disconnect();
  }

  hostUpdated(): void {
    void this.#measureDrawn();
  }

  async #measureDrawn(): Promise<void> {
    await this.#host.updateComplete;
    await this.#host.screen?.updateComplete;
    this.#measure();
  }

  #measure(): void {
    const height = Math.ceil(this.#host.getBoundingClientRect().height);
    if (height === this.#reported) return;
    this.#reported = height;
    this.#report(height);
  }
}

const isWholeSettings = isExactly<PageSettings>({
  amount: isNullOr(isText),
  order_token: isNullOr(isText),
  offer_code: isText,
  locale: isOneOf(languages),
  return_url: isWebUrl,
  heading_level: isOneOf([1, 2, 3, 4, 5, 6]),
});

/** Most pages have no offer code, and scripts that a page has pinned may not know it. */
function isSettings(value: unknown): value is PageSettings {
  return isPlain(value) && isWholeSettings({ offer_code: '', ...value });
}

const isHandle = isExactly<Handle>({
  resume: isText,
  source: isOneOf(['storage', 'url', 'client_token']),
  opens_forms: isFlag,
});

const isHandles = isListOf(isHandle, 16);

/**
 * Names that are not known are those of a younger page: the form leaves them out, as what the page has
 * no value for.
 */
function isPrefill(value: unknown): value is Prefill {
  const isAnswer = isNullOr(isText);
  return isPlain(value) && Object.values(value).every((one) => one === undefined || isAnswer(one));
}

const isTheme = isExactly<Theme>({
  color_scheme: isText,
  properties: isThemeProperties,
});

/** True if what came through the channel is something that a page may ask for. */
export const isFrameCommand = isAnyOf<FrameCommand>({
  configure: { settings: isSettings },
  begin: { handles: isHandles },
  begin_with: { handles: isHandles, settings: isSettings },
  restart: {},
  restart_with: { settings: isSettings },
  prefill: { values: isPrefill },
  focus: { prevent_scroll: isFlag },
  theme: { theme: isTheme },
});

/**
 * True if nothing can be shown without it, so that the page has to hear when it is refused; a look,
 * or a word of a younger page, is left out.
 */
function isNeeded(value: unknown): boolean {
  return isPlain(value) && ('settings' in value || 'handles' in value);
}

export const isFrameConnect = isExactly<FrameConnect>({
  type: isOneOf(['soft-pull-connect']),
  protocol: isOneOf([frameProtocol]),
});
