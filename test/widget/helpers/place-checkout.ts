import '../../../widget/soft-pull-checkout.ts';
import type { SoftPullCheckout } from '../../../widget/index.ts';
import { bffOrigin, FakeBff } from './fake-bff.ts';
import { drawnInto, textOf } from './mount-screen.ts';
import { until } from './until.ts';

/** An element as a merchant writes it, not yet on the page; inline, where the wire can be faked. */
export function aCheckout(attributes: Record<string, string> = {}): SoftPullCheckout {
  const element = document.createElement('soft-pull-checkout');
  const usual = { server: bffOrigin, merchant: 'pk_test', amount: '8400.00', isolation: 'inline' };
  for (const [name, value] of Object.entries({ ...usual, ...attributes }))
    element.setAttribute(name, value);
  return element;
}

export function place(attributes: Record<string, string> = {}): SoftPullCheckout {
  const element = aCheckout(attributes);
  document.body.append(element);
  return element;
}

/** Places an element and waits until it shows its first screen. */
export async function placed(attributes: Record<string, string> = {}): Promise<SoftPullCheckout> {
  const element = place(attributes);
  await until(() => shown(element) !== '' && !isOpening(element));
  return element;
}

export function screenOf(element: SoftPullCheckout): HTMLElement | null {
  const flow = element.shadowRoot?.querySelector('soft-pull-flow');
  return flow?.screen instanceof HTMLElement ? flow.screen : null;
}

/** The form is shown already, and its checkout is not there yet. */
function isOpening(element: SoftPullCheckout): boolean {
  return screenOf(element)?.localName === 'soft-pull-details-screen' && element.step === null;
}

/** What can be read on its screen. */
export function shown(element: SoftPullCheckout): string {
  const screen = screenOf(element);
  return screen === null ? '' : textOf(drawnInto(screen));
}

/** Takes away what a test left behind. */
export function clearPage(): void {
  for (const element of document.querySelectorAll('soft-pull-checkout')) element.remove();
  sessionStorage.clear();
  history.replaceState(null, '', location.pathname + location.search);
}

/** Gives each test a page that nothing was left on, with a wire that is faked. */
export function onFakeBff(): { readonly bff: FakeBff } {
  let bff: FakeBff;

  beforeEach(() => {
    bff = new FakeBff();
  });

  afterEach(() => {
    clearPage();
    bff.uninstall();
  });

  return {
    get bff() {
      return bff;
    },
  };
}
