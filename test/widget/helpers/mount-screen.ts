import { fixtureCleanup } from '@open-wc/testing';
import { flowSheets } from '../../../widget/flow/inline-flow.ts';
import type { ScreenContext } from '../../../widget/screens/screen-context.ts';
import type { Intent, IntentEvent } from '../../../widget/screens/screen-element.ts';
import { en } from '../../../widget/strings/en.ts';
import { sheetOf } from '../../../widget/styles/sheet.ts';
import { tokens } from '../../../widget/styles/theme.ts';
import { disclosures } from './contract-values.ts';

export function aContext(change: Partial<ScreenContext> = {}): ScreenContext {
  return {
    strings: en,
    locale: 'en',
    headingLevel: 2,
    busy: 'idle',
    problem: null,
    pendingAmount: null,
    parties: null,
    texts: new Map(disclosures().map((text) => [text.id, text])),
    textsHaveFailed: false,
    isTextDue: false,
    isOpening: false,
    isByCode: false,
    ...change,
  };
}

export interface ScreenUnderTest extends HTMLElement {
  step: unknown;
  context: ScreenContext;
  readonly updateComplete: Promise<unknown>;
}

export interface MountedScreen<Element> {
  screen: Element;
  root: ShadowRoot;
  intents: Intent[];
  /** Told besides: what is brought into view. */
  scrolls: Intent[];
  /** The only element with the role and name, or an error that lists what there is. */
  button: (name: string | RegExp) => HTMLElement;
  query: <Found extends HTMLElement = HTMLElement>(selector: string) => Found;
  text: () => string;
  update: (context: Partial<ScreenContext>) => Promise<void>;
}

let hosts: HTMLElement[] = [];

afterEach(() => {
  fixtureCleanup();
  for (const host of hosts) host.remove();
  hosts = [];
});

/** Puts a screen where the flow would: under the theme, with a literal step. */
export async function mountScreen<Element extends ScreenUnderTest>(
  screen: Element,
  step: Element['step'],
  context: Partial<ScreenContext> = {},
): Promise<MountedScreen<Element>> {
  const intents: Intent[] = [];
  const scrolls: Intent[] = [];
  screen.step = step;
  screen.context = aContext(context);
  screen.addEventListener('soft-pull-intent', ({ intent }: IntentEvent) => {
    (intent.type === 'scroll_to' ? scrolls : intents).push(intent);
  });
  themedHost().append(screen);
  await screen.updateComplete;
  const root = drawnInto(screen);
  return {
    screen,
    // The form has none; what mounts it says so.
    root: root as ShadowRoot,
    intents,
    scrolls,
    button: (name) => findButton(root, name),
    query: (selector) => find(root, selector),
    text: () => textOf(root),
    async update(change) {
      screen.context = { ...screen.context, ...change };
      await screen.updateComplete;
    },
  };
}

function themedHost(): ShadowRoot {
  const host = document.createElement('div');
  host.lang = 'en';
  document.body.append(host);
  hosts.push(host);
  const root = host.attachShadow({ mode: 'open' });
  root.adoptedStyleSheets = [sheetOf(tokens(':host')), ...flowSheets];
  const frame = document.createElement('div');
  root.append(frame);
  return root;
}

/** What a screen is drawn into: its shadow root, or for the form the element itself. */
export function drawnInto<Element extends HTMLElement>(screen: Element): ShadowRoot | Element {
  return screen.shadowRoot ?? screen;
}

export function find<Found extends HTMLElement = HTMLElement>(
  root: ParentNode,
  selector: string,
): Found {
  const found = root.querySelector<Found>(selector);
  if (found === null) throw new Error(`Nothing matches ${selector}`);
  return found;
}

export function findButton(root: ParentNode, name: string | RegExp): HTMLElement {
  const buttons = [...root.querySelectorAll<HTMLElement>('button')];
  const nameOf = (button: HTMLElement) =>
    button.ariaLabel ?? button.textContent?.replace(/\s+/g, ' ').trim() ?? '';
  const matches = (button: HTMLElement) =>
    typeof name === 'string' ? nameOf(button) === name : name.test(nameOf(button));
  // The form of the first part is kept, unseen, while another part is open.
  const found = buttons.filter((button) => !button.closest('form[hidden]') && matches(button));
  const [button] = found;
  if (button === undefined || found.length > 1) {
    throw new Error(
      `${found.length} buttons ${name}; there are: ${buttons.map(nameOf).join(', ')}`,
    );
  }
  return button;
}

/** What can be read, without the styles and with single spaces. */
export function textOf(root: ParentNode): string {
  return [...root.children]
    .filter(({ localName }) => localName !== 'style')
    .map(({ textContent }) => textContent)
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim();
}
