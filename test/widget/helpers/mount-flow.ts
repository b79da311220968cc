import type { FlowMessage, FlowSettings, Handle } from '../../../widget/contract/flow-message.ts';
import { defineFlow, flowTag } from '../../../widget/flow/define-flow.ts';
import { flowSheets } from '../../../widget/flow/inline-flow.ts';
import { type Intent, IntentEvent } from '../../../widget/screens/screen-element.ts';
import { bffOrigin, FakeBff } from './fake-bff.ts';
import { FakeTimers } from './fake-timers.ts';
import { drawnInto, find, textOf } from './mount-screen.ts';
import { until } from './until.ts';

export const settings: FlowSettings = {
  server: bffOrigin,
  merchant: 'pk_test',
  amount: '8400.00',
  order_token: null,
  locale: 'en',
  return_url: 'https://shop.example/cart',
  heading_level: 2,
};

export const stored: Handle = { resume: 'r0', source: 'storage', opens_forms: true };
export const fromUrl: Handle = { resume: 'r0', source: 'url', opens_forms: false };
export const clientToken: Handle = { resume: 'ct', source: 'client_token', opens_forms: true };

/** A flow on the page, on a faked wire and a standing clock, with what it has told so far. */
class MountedFlow {
  bff!: FakeBff;
  timers!: FakeTimers;
  messages!: FlowMessage[];
  element!: HTMLElementTagNameMap[typeof flowTag];

  /** A new one. */
  mount(): void {
    this.bff = new FakeBff();
    this.timers = new FakeTimers();
    this.messages = [];
    this.element = document.createElement(flowTag);
    this.element.timers = this.timers;
    this.element.onMessage = (message) => this.messages.push(message);
    document.body.append(this.element);
    document.adoptedStyleSheets = [...flowSheets];
  }

  remove(): void {
    this.element.remove();
    document.adoptedStyleSheets = [];
    this.bff.uninstall();
  }

  get root(): ShadowRoot {
    return shadowOf(this.element);
  }

  get screen(): HTMLElement {
    const { screen } = this.element;
    if (!(screen instanceof HTMLElement)) throw new Error('no screen is shown');
    return screen;
  }

  /** What can be read on the screen. */
  get shown(): string {
    return this.element.screen === null ? '' : textOf(drawnInto(this.screen));
  }

  /** The form is shown already, and its checkout is not there yet. */
  get isOpening(): boolean {
    const isForm = this.element.screen?.localName === 'soft-pull-details-screen';
    return isForm && this.element.isBeyondForm === null;
  }

  /** What the live region says. */
  get said(): string {
    return find(this.root, '[role=status]').textContent ?? '';
  }

  heard<Type extends FlowMessage['type']>(type: Type) {
    return this.messages.filter((message): message is Extract<FlowMessage, { type: Type }> => {
      return message.type === type;
    });
  }

  /** What the page changed, as the BFF got it. */
  get told(): unknown[] {
    return this.bff.called('PATCH /checkout').map(({ body }) => body);
  }

  send(intent: Intent): void {
    this.screen.dispatchEvent(new IntentEvent(intent));
  }

  configure(change: Partial<FlowSettings> = {}): void {
    this.element.receive({ type: 'configure', settings: { ...settings, ...change } });
  }

  async begin(handles: Handle[] = [], change: Partial<FlowSettings> = {}): Promise<void> {
    this.configure(change);
    this.element.receive({ type: 'begin', handles });
    await until(() => this.element.screen !== null && !this.isOpening);
    await this.element.updateComplete;
  }

  /** Waits for a screen, such as `charge-pending`. */
  async at(name: string): Promise<void> {
    const tag = `soft-pull-${name}-screen`;
    await until(() => this.element.screen?.localName === tag);
    await this.element.updateComplete;
  }

  typeFirstName(name: string): void {
    const input = find<HTMLInputElement>(this.screen, '#first_name');
    input.value = name;
    input.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
  }

  get typedFirstName(): string {
    return find<HTMLInputElement>(this.screen, '#first_name').value;
  }
}

export function shadowOf(element: HTMLElement): ShadowRoot {
  if (element.shadowRoot === null) throw new Error(`<${element.localName}> has no shadow root`);
  return element.shadowRoot;
}

/** A flow that is mounted before each test of a suite and taken away after. */
export function mountFlow(): MountedFlow {
  const mounted = new MountedFlow();
  defineFlow();
  beforeEach(() => mounted.mount());
  afterEach(() => mounted.remove());
  return mounted;
}
