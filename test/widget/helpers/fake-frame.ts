import type { FrameCommand, FrameMessage } from '../../../widget/contract/frame-message.ts';
import { themeProperties } from '../../helpers/theme-properties.ts';
import { until } from './until.ts';

export function aHello(change: object = {}): object {
  return {
    type: 'soft-pull-hello',
    protocol: 1,
    loaded_at: 1.5,
    properties: themeProperties,
    ...change,
  };
}

/**
 * The far end of the channel, played by the test: the element's own frame has nothing in it here,
 * since the runner serves none, so the test speaks for its window.
 */
export class FakeFrame {
  readonly commands: FrameCommand[] = [];
  readonly element: HTMLIFrameElement;
  #port: MessagePort | null = null;

  constructor(element: HTMLIFrameElement) {
    this.element = element;
  }

  get window(): Window {
    if (this.element.contentWindow === null) throw new Error('the frame is not on the page');
    return this.element.contentWindow;
  }

  /** Greets as the frame's document does; by default with what the element waits for. */
  greet({
    data = aHello(),
    origin = location.origin,
    source = this.window,
  }: {
    data?: unknown;
    origin?: string;
    source?: Window;
  } = {}): void {
    window.dispatchEvent(new MessageEvent('message', { data, origin, source }));
  }

  /** Greets, and waits for the channel. */
  async connect(hello: object = {}): Promise<void> {
    const answered = new Promise<MessageEvent>((resolve) => {
      this.window.addEventListener('message', resolve, { once: true });
    });
    this.greet({ data: aHello(hello) });
    const { ports } = await answered;
    const [port] = ports;
    if (port === undefined) throw new Error('no channel came');
    this.#port = port;
    port.onmessage = ({ data }) => this.commands.push(data);
    await until(() => this.heard('theme').length > 0);
  }

  tell(message: FrameMessage): void {
    this.say(message);
  }

  /** Whatever it may be. */
  say(value: unknown): void {
    this.#port?.postMessage(value);
  }

  heard<Type extends FrameCommand['type']>(type: Type) {
    return this.commands.filter((one): one is Extract<FrameCommand, { type: Type }> => {
      return one.type === type;
    });
  }
}
