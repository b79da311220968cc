import type { ReactiveController } from 'lit';
import type { FlowSettings } from '../contract/flow-message.ts';
import type { FrameCommand, FrameMessage, PageSettings } from '../contract/frame-message.ts';
import { directionOf } from '../contract/language.ts';
import { defineFlow, flowTag } from '../flow/define-flow.ts';
import type { FlowElement } from '../flow/flow-element.ts';
import type { Connection } from './handshake.ts';
import { isFrameCommand, isNeeded } from './read-command.ts';
import { isReturning, rememberReturning } from './returning.ts';
import { applyTheme, knownProperties } from './theme.ts';

/** What the page asks for cannot be read: too long, or not what the contract says. */
const refusal: FrameMessage = {
  type: 'error',
  code: 'misconfigured',
  retryable: false,
  correlation_id: null,
};

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
    new HeightReporter(this.#flow, (height) => tell({ type: 'height', height }));
    port.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (isFrameCommand(data)) this.#obey(data);
      else if (isNeeded(data)) tell(refusal);
    };
    if (!this.#flow.isConnected) this.#document.body.append(this.#flow);
  }

  #obey(command: FrameCommand): void {
    if ('settings' in command) {
      this.#flow.receive({ ...command, settings: this.#take(command.settings) });
    } else if (command.type === 'theme') {
      const root = this.#document.documentElement;
      applyTheme(command.theme, root, this.#known);
      // Once that has been drawn, colours change as the theme says.
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
