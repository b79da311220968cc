import type { Browser, BrowserContext, Locator } from 'playwright-core';
import { newOrderId } from '../../../demo/cart.ts';
import { pageStrings } from '../../../server/lending/pages/page-context.ts';
import type { Screen } from '../../../widget/contract/step.ts';
import { en } from '../../../widget/strings/en.ts';
import { applicationOf } from '../../helpers/application-of.ts';
import { Sandbox } from '../../helpers/sandbox.ts';
import type { Product } from '../../helpers/serve.ts';
import { until } from '../../helpers/until.ts';
import { booksOf } from '../../journeys/lenders-books.ts';
import { CheckoutPage } from '../../journeys/models/checkout-page.ts';
import { LenderPages } from '../../journeys/models/lender-pages.ts';
import { fullName, typedApplicant } from '../../journeys/models/typed-applicant.ts';
import { chargeLink } from '../../journeys/models/walk.ts';
import { Random } from '../fuzz/random.ts';
import { leave, type Press, pressIn, type Tab, type Trouble, troubles } from './troubles.ts';

/**
 * How a journey ended: with the charge, or with a page that says why it ends: the loan stands, and
 * whom to ask; or its person has begun too often today.
 */
export type End = 'charged' | 'told';

export interface JourneyReport {
  readonly seed: number;
  readonly end: End | null;
  readonly troubles: readonly Trouble[];
  /** What was wrong, with the way there; null where nothing was. */
  readonly wrong: string | null;
}

const mostTurns = 60;
/** A browser that is stuck answers nothing. */
const journeyMs = 600_000;
const patienceMs = 30_000;
/** Who has waited this long does the same again. */
const repeatedAfterMs = 5_000;
const lookEveryMs = 150;
const troubled = 0.5;

/** One person buys by a loan, in a browser that has trouble at half of all presses. */
export async function liveJourney(
  browser: Browser,
  product: Product,
  seed: number,
): Promise<JourneyReport> {
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  context.setDefaultTimeout(patienceMs);
  const shopper = await Shopper.open(context, product, new Random(seed));
  let end: End | null = null;
  let wrong: string | null = null;
  try {
    end = await within(journeyMs, shopper.buy());
    wrong = await shopper.wrongBooks(end);
  } catch (error) {
    wrong = error instanceof Error ? error.message : String(error);
  } finally {
    await context.close();
  }
  const told = wrong === null ? null : `${shopper.way.join(' → ')}: ${wrong}`;
  return { seed, end, troubles: shopper.troubles, wrong: told };
}

/** Where a person is, as far as it says what to do next. */
type Place =
  | Screen
  | 'lender_identity'
  | 'lender_terms'
  | 'lender_accepted'
  | 'charge_identity'
  | 'charge_to_answer'
  | 'lender_elsewhere'
  | 'try_again'
  | 'start_again'
  | 'order_accepted'
  | 'begun_too_often'
  | 'error_page';

class Shopper {
  readonly way: string[] = [];
  readonly troubles: Trouble[] = [];
  readonly #context: BrowserContext;
  readonly #product: Product;
  readonly #random: Random;
  readonly #sandbox: Sandbox;
  readonly #applicant = typedApplicant('0001');
  #tab: Tab;
  /** Waits while the lender's message is followed. */
  #shop: Tab | null = null;

  private constructor(context: BrowserContext, product: Product, random: Random, tab: Tab) {
    this.#context = context;
    this.#product = product;
    this.#random = random;
    this.#sandbox = new Sandbox(product.lendingUrl);
    this.#tab = tab;
  }

  static async open(context: BrowserContext, product: Product, random: Random): Promise<Shopper> {
    const shopUrl = `${product.demoUrl}/?order=${newOrderId()}`;
    const tab = { page: await context.newPage(), shopUrl };
    await tab.page.goto(shopUrl);
    return new Shopper(context, product, random, tab);
  }

  /** Does on each page what it asks for. @throws Error when that leads nowhere */
  async buy(): Promise<End> {
    let last: Place | null = null;
    for (let turn = 0; turn < mostTurns; turn += 1) {
      const place = await this.#next(last);
      this.way.push(place);
      if (place === 'charge_outcome') return 'charged';
      if (place === 'order_accepted' || place === 'begun_too_often') return 'told';
      await this.#act(place).catch((error: unknown) => this.#unlessMoved(place, error));
      last = place;
    }
    throw new Error('no end');
  }

  /** A page may go on by itself while its person reaches for a button. */
  async #unlessMoved(from: Place, error: unknown): Promise<void> {
    if ((await this.#place().catch(() => null)) === from) throw error;
  }

  /** One soft pull and one charge, as the lender has them; where the way ended earlier, at most one. */
  async wrongBooks(end: End): Promise<string | null> {
    const { softPulls, charges } = await booksOf(this.#sandbox, this.#applicant.email);
    if (softPulls !== 1) return `${softPulls} soft pulls`;
    const isRight = end === 'charged' ? charges === 1 : charges <= 1;
    return isRight ? null : `${charges} charges`;
  }

  get #checkout(): CheckoutPage {
    return new CheckoutPage(this.#tab.page, en, 'frame', { hasFrameProcess: true });
  }

  get #lender(): LenderPages {
    return new LenderPages(this.#tab.page, pageStrings.en);
  }

  /** Waits until there is something else to do; who has waited long enough does the same again. */
  async #next(last: Place | null): Promise<Place> {
    const changed = await until(
      'another place',
      async () => {
        const place = await this.#place().catch(() => null);
        return place === null || place === last ? undefined : place;
      },
      { withinMs: last === null ? patienceMs : repeatedAfterMs, everyMs: lookEveryMs },
    ).catch(() => null);
    if (changed !== null) return changed;
    const { pathname } = new URL(this.#tab.page.url());
    return until(
      `something to do at ${pathname}`,
      async () => (await this.#place().catch(() => null)) ?? undefined,
      { withinMs: patienceMs, everyMs: lookEveryMs },
    );
  }

  /** null while a page loads or a call is under way. */
  async #place(): Promise<Place | null> {
    const { page } = this.#tab;
    const url = page.url();
    if (url.startsWith('chrome-error:') || url === 'about:blank') return 'error_page';
    if (url.startsWith(this.#product.lendingUrl)) return this.#placeAtLender();
    const checkout = this.#checkout;
    const { common } = en;
    if (await isShown(checkout.button(common.startAgain))) {
      return (await isShown(this.#titleOf('order_accepted'))) ? 'order_accepted' : 'start_again';
    }
    // Waits for no element: the page may be about to leave.
    const [screen = null] = await checkout.element.evaluateAll((elements) =>
      elements.map((element) => Reflect.get(element, 'step') as Screen | null),
    );
    if (screen === 'details') {
      if (await isShown(this.#titleOf('rate_limited'))) return 'begun_too_often';
      return (await this.#formPart()) === null ? null : screen;
    }
    if (screen !== null && screen !== 'working') return screen;
    if (await isShown(checkout.button(common.tryAgain))) return 'try_again';
    if (await isShown(checkout.ownButton(common.tryAgain))) return 'try_again';
    return null;
  }

  #titleOf(problem: 'order_accepted' | 'rate_limited'): Locator {
    return this.#checkout.inside.getByText(en.common.problems[problem].title).first();
  }

  async #placeAtLender(): Promise<Place | null> {
    const lender = this.#lender;
    const { page } = this.#tab;
    if (await isShown(lender.chargeLoanNumber)) return 'charge_identity';
    if (await isShown(lender.approveButton)) return 'charge_to_answer';
    if (await isShown(lender.identity)) return 'lender_identity';
    if (await isShown(lender.terms)) return 'lender_terms';
    if (await isShown(lender.accepted)) return 'lender_accepted';
    return (await isShown(page.getByRole('heading').first())) ? 'lender_elsewhere' : null;
  }

  async #act(place: Place): Promise<void> {
    const checkout = this.#checkout;
    const lender = this.#lender;
    const { page } = this.#tab;
    switch (place) {
      case 'details':
        await this.#fillForm();
        return this.#press(pressOf(checkout.form.agree));
      case 'offers':
        return this.#press(pressOf(await checkout.openOffer()));
      case 'redirect':
        return this.#press(pressOf(checkout.button(en.outcome.redirect.go)));
      case 'accepted':
        return this.#press(pressOf(checkout.chargeButton));
      case 'charge_pending':
        return this.#openCharge();
      case 'try_again': {
        const own = checkout.ownButton(en.common.tryAgain);
        return (await isShown(own)) ? own.click() : checkout.button(en.common.tryAgain).click();
      }
      case 'start_again':
        return checkout.button(en.common.startAgain).click();
      case 'lender_identity':
        await lender.lastFour.fill(this.#applicant.ssn.slice(-4));
        return this.#press(pressOf(lender.identityButton));
      case 'lender_terms':
        await lender.signature.fill(fullName(this.#applicant));
        await lender.agreeBox.check();
        return this.#press(pressOf(lender.acceptButton));
      case 'lender_accepted':
        return this.#press(pressOf(lender.wayBack));
      case 'charge_identity':
        await lender.lastFour.fill(this.#applicant.ssn.slice(-4));
        await lender.chargeLoanNumber.fill(await this.#loanNumber());
        return this.#press(pressOf(lender.identityButton));
      case 'charge_to_answer':
        return this.#press(pressOf(lender.approveButton));
      case 'lender_elsewhere':
        return this.#backToShop();
      case 'error_page':
        // A connection that has just come back may fail once more.
        await page.goto(this.#tab.shopUrl).catch(() => null);
        return;
      default:
        throw new Error(`${place} is nothing that this person should see`);
    }
  }

  /** From the part that stands there on: a form keeps what was typed, but for a reload. */
  async #fillForm(): Promise<void> {
    const { form } = this.#checkout;
    const part = await this.#formPart();
    if (part === 1) {
      await form.fillAbout(this.#applicant);
      await form.next.click();
    }
    if (part === 1 || part === 2) {
      await form.fillHome(this.#applicant);
      await form.next.click();
    }
    await form.fillConsents(this.#applicant);
    await form.readAuthorization();
  }

  async #formPart(): Promise<1 | 2 | 3 | null> {
    const { form } = this.#checkout;
    for (const part of [1, 2, 3] as const) if (await isShown(form.part(part))) return part;
    return null;
  }

  /** Opens the link of the lender's message in a tab of its own; the shop's stays as it is. */
  async #openCharge(): Promise<void> {
    const page = await this.#context.newPage();
    const shopUrl = await chargeLink(this.#sandbox, this.#applicant);
    await page.goto(shopUrl);
    this.#shop = this.#tab;
    this.#tab = { page, shopUrl };
  }

  async #backToShop(): Promise<void> {
    if (this.#shop === null) {
      await this.#tab.page.goto(this.#tab.shopUrl);
      return;
    }
    leave(this.#tab.page);
    this.#tab = this.#shop;
    this.#shop = null;
  }

  async #loanNumber(): Promise<string> {
    const id = await applicationOf(this.#sandbox, this.#applicant.email);
    const loans = '/api/v1/sponsor/merchants/loan-applications/hillside-rep-1/';
    const all = (await this.#sandbox.get(loans)) as {
      external_application_id: string;
      consumer_application_human_readable_id: string;
    }[];
    const own = all.find((each) => each.external_application_id === id);
    return own?.consumer_application_human_readable_id ?? '';
  }

  async #press(pressed: Press): Promise<void> {
    const trouble = this.#random.chance(troubled) ? this.#random.pick(troubles) : null;
    if (trouble !== null) {
      this.troubles.push(trouble);
      this.way.push(`(${trouble})`);
    }
    this.#tab = await pressIn(trouble, this.#tab, pressed, this.#random);
  }
}

async function within<Value>(ms: number, work: Promise<Value>): Promise<Value> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`no end within ${ms / 1000} s`)), ms);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}

function pressOf(button: Locator): Press {
  return (times) => (times === 2 ? button.dblclick() : button.click());
}

function isShown(what: Locator): Promise<boolean> {
  return what.isVisible();
}
