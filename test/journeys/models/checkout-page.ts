import { once } from 'node:events';
import type { FrameLocator, Locator, Page } from 'playwright-core';
import type { Screen } from '../../../widget/contract/step.ts';
import type { Strings } from '../../../widget/strings/strings.ts';
import { ApplicationForm } from './application-form.ts';
import { reached } from './reached.ts';

/** Where the flow runs, and what it shows can be found. */
export type Inside = Pick<
  Locator & FrameLocator,
  'getByLabel' | 'getByRole' | 'getByText' | 'locator'
>;

export type Isolation = 'frame' | 'inline';

/** `<soft-pull-checkout>` on the shop's page, screen by screen. */
export class CheckoutPage {
  readonly form: ApplicationForm;
  /** The element itself, on the shop's page. */
  readonly element: Locator;
  readonly inside: Inside;
  readonly #page: Page;
  readonly #strings: Strings;

  constructor(
    page: Page,
    strings: Strings,
    isolation: Isolation,
    { hasFrameProcess = false } = {},
  ) {
    this.#page = page;
    this.#strings = strings;
    this.element = page.locator('soft-pull-checkout');
    const frame = this.element.frameLocator('iframe');
    const content = hasFrameProcess ? reached(frame) : frame;
    this.inside = isolation === 'inline' ? this.element : content;
    this.form = new ApplicationForm(this.inside, strings);
  }

  /** Waits until the element says that it is there, and the screen is drawn. */
  async at(screen: Screen, { withinMs = 30_000 } = {}): Promise<void> {
    const deadline = AbortSignal.timeout(withinMs);
    await this.#reached(screen, deadline).catch((cause: unknown) => this.#explain(screen, cause));
    await this.title.waitFor();
  }

  /** Asks every page that comes meanwhile. `waitForFunction` would send 300 kB of script to each. */
  async #reached(screen: Screen, deadline: AbortSignal): Promise<void> {
    const late = once(deadline, 'abort').then(() => Promise.reject(deadline.reason));
    late.catch(() => undefined);
    for (;;) {
      const step = this.#page.evaluate(stepReached, screen);
      const isThere = await Promise.race([step.catch(isPageGone), late]);
      if (isThere) return;
    }
  }

  async #explain(screen: Screen, cause: unknown): Promise<never> {
    const card = this.inside.locator('soft-pull-flow').first();
    const shown = await card.ariaSnapshot({ timeout: 1_000 }).catch(() => 'nothing');
    throw new Error(`not at ${screen}; ${this.#page.url()} shows:\n${shown}`, { cause });
  }

  get screen(): Promise<string | null> {
    return this.element.evaluate((element) => Reflect.get(element, 'step') as string | null);
  }

  get title(): Locator {
    return this.inside.locator('.title');
  }

  /** Words on the screen itself; what is only announced to screen readers stands beside it. */
  text(words: string): Locator {
    return this.inside.locator('.screen').getByText(words);
  }

  /** What opens each offer, in the order in which they stand. */
  get offers(): Locator {
    return this.inside.locator('.opener');
  }

  /** Of the offers that are open. */
  get chooseButtons(): Locator {
    return this.inside.getByRole('button', {
      name: new RegExp(`^${this.#strings.outcome.offers.chooseLong('.*', '.*')}$`),
    });
  }

  /** Opens it, unless it is open already. @returns the button that chooses it */
  async openOffer(index = 0): Promise<Locator> {
    const opener = this.offers.nth(index);
    if ((await opener.getAttribute('aria-expanded')) === 'false') await opener.click();
    const offer = this.inside.locator('.offer').nth(index);
    return offer.getByRole('button', { name: this.#strings.outcome.offers.choose });
  }

  async chooseOffer(index = 0): Promise<void> {
    await (await this.openOffer(index)).click();
  }

  async goToLender(): Promise<void> {
    await this.button(this.#strings.outcome.redirect.go).click();
  }

  async backToOffers(): Promise<void> {
    await this.button(this.#strings.outcome.redirect.backToOffers).click();
  }

  get chargeButton(): Locator {
    const name = this.#strings.outcome.accepted.charge('.*').replace('$', '\\$');
    return this.inside.getByRole('button', { name: new RegExp(`^${name}$`) });
  }

  get chargeAgainButton(): Locator {
    const name = this.#strings.outcome.chargeOutcome.again('.*').replace('$', '\\$');
    return this.inside.getByRole('button', { name: new RegExp(`^${name}$`) });
  }

  /** As it stands on `accepted`, ten digits. */
  async loanNumber(): Promise<string> {
    const { loanNumber } = this.#strings.outcome.accepted;
    const row = this.inside.locator('dl > div', { hasText: loanNumber });
    return ((await row.locator('dd').textContent()) ?? '').replaceAll(/\D/g, '');
  }

  /** What the element itself shows while there is no flow to see. */
  ownButton(name: string): Locator {
    return this.element.getByRole('button', { name, exact: true });
  }

  button(name: string): Locator {
    return this.inside.getByRole('button', { name, exact: true });
  }
}

/** Runs in the page. */
function stepReached(screen: string): Promise<true> {
  return new Promise((resolve) => {
    const look = () => {
      const element = document.querySelector('soft-pull-checkout');
      if (element === null || Reflect.get(element, 'step') !== screen) return;
      window.removeEventListener('soft-pull-step-change', look);
      resolve(true);
    };
    window.addEventListener('soft-pull-step-change', look);
    look();
  });
}

/** @throws the error, unless another page has taken the place of the one that was asked */
function isPageGone(error: unknown): false {
  if (/context was destroyed|because of a navigation/.test(String(error))) return false;
  throw error;
}
