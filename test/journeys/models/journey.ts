import { after, afterEach, before } from 'node:test';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import type { Locale } from '../../../widget/contract/values.ts';
import {
  launchChromium,
  launchKeepingPages,
  launchSharingProcesses,
  launchWithLargeText,
} from '../../helpers/chromium.ts';
import { Sandbox } from '../../helpers/sandbox.ts';
import { scratchRoot } from '../../helpers/scratch.ts';
import { type Product, type ServeOptions, serve } from '../../helpers/serve.ts';
import { Shared } from '../../helpers/shared.ts';
import type { Isolation } from './checkout-page.ts';
import { listen, setAttributes, Visit } from './visit.ts';

const patienceMs = 30_000;

export interface VisitOptions extends BrowserContextOptions {
  language?: Locale;
  isolation?: Isolation;
  /** Where the person begins: the demo's shop, or nowhere yet. */
  startsAt?: 'shop' | 'nowhere';
}

/** What every journey has: the running product, its sandbox, and a browser. */
export interface Journey {
  readonly product: Product;
  readonly sandbox: Sandbox;
  readonly browser: Browser;
  /** A new person in front of the shop's page; everything is closed after the test. */
  visit(options?: VisitOptions): Promise<Visit>;
}

export interface JourneyOptions extends ServeOptions {
  /** The tests run at the same time: no visit is closed before all have ended. */
  isSideBySide?: boolean;
  /** Pages that were left are kept for whoever comes back, as browsers do but for those of tests. */
  keepsLeftPages?: boolean;
  /** The browser can fill in forms by itself, which the shell without a window cannot. */
  fillsForms?: boolean;
  /** Colors fade and pages glide; else all of it comes at once, in an eighth less of the time. */
  hasMotion?: boolean;
  /** The tests move the lender's clock, or end and reset the product: nobody else uses it. */
  isAlone?: boolean;
  /** The tests run beside those of another journey, which closes all visits of its own browser. */
  hasOwnBrowser?: boolean;
  /** The frame has a process of its own, as on a computer; for what the frame itself does. */
  hasFrameProcess?: boolean;
  /** The shop's developer panel is open where there is room: it asks the sandbox again and again. */
  hasPanel?: boolean;
  /** Text is twice as large, as the reader's settings have it. */
  hasLargeText?: boolean;
}

async function start(options: ServeOptions = {}): Promise<Product> {
  return serve({ root: await scratchRoot(), ...options });
}

const usualProduct = new Shared(start, (product) => product.remove(), { isForAll: true });
const usualBrowser = browserForAll(launchSharingProcesses);
const browserOfFrames = browserForAll(launchChromium);
const browserOfLargeText = browserForAll(launchWithLargeText);

function browserForAll(launch: () => Promise<Browser>): Shared<Browser> {
  return new Shared(launch, (browser) => browser.close(), { isForAll: true });
}

function ownBrowser(launch: () => Promise<Browser>): Shared<Browser> {
  return new Shared(launch, (browser) => browser.close());
}

/**
 * The product and a browser for the tests of one file: those that other files of the same process
 * use as well, unless the file asks for a product or a browser of another kind.
 */
export function journey({
  isSideBySide = false,
  keepsLeftPages = false,
  fillsForms = false,
  hasMotion = false,
  isAlone = false,
  hasOwnBrowser = false,
  hasFrameProcess = keepsLeftPages || fillsForms,
  hasPanel = false,
  hasLargeText = false,
  ...options
}: JourneyOptions = {}): Journey {
  const isUsual = !isAlone && Object.keys(options).length === 0;
  const products = isUsual
    ? usualProduct
    : new Shared(
        () => start(options),
        (each) => each.remove(),
      );
  const usualShared = hasFrameProcess ? browserOfFrames : usualBrowser;
  const sharedBrowser = hasLargeText ? browserOfLargeText : usualShared;
  const isWhole = keepsLeftPages || fillsForms;
  const browsers =
    hasOwnBrowser || isWhole
      ? ownBrowser(isWhole ? launchKeepingPages : launchSharingProcesses)
      : sharedBrowser;
  let product: Product;
  let browser: Browser;
  products.join();
  browsers.join();
  const closeVisits = () => Promise.all(browser.contexts().map((context) => context.close()));
  before(async () => {
    [product, browser] = await Promise.all([products.get(), browsers.get()]);
  });
  afterEach(async () => {
    if (!isSideBySide) await closeVisits();
  });
  after(async () => {
    if (browser !== undefined) await closeVisits();
    await Promise.allSettled([products.leave(), browsers.leave()]);
  });
  return {
    get product() {
      return product;
    },
    get browser() {
      return browser;
    },
    get sandbox() {
      return new Sandbox(product.lendingUrl);
    },
    visit: async ({
      language: locale = 'en',
      isolation = 'frame',
      startsAt = 'shop',
      ...contextOptions
    } = {}) => {
      const context = await browser.newContext({
        reducedMotion: hasMotion ? 'no-preference' : 'reduce',
        ...contextOptions,
      });
      context.setDefaultTimeout(patienceMs);
      if (!hasPanel) await context.addCookies([closedPanel(product)]);
      const heard = await listen(context);
      if (locale !== 'en') await setAttributes(context, { locale });
      if (isolation !== 'frame') await setAttributes(context, { isolation });
      const visit = new Visit(await context.newPage(), heard, {
        locale,
        isolation,
        hasFrameProcess,
      });
      if (startsAt === 'shop') await visit.page.goto(product.demoUrl);
      return visit;
    },
  };
}

/** The shop's page as it is for whoever has closed the panel before. */
function closedPanel({ demoUrl }: Product) {
  return { name: 'hillside_panel', value: 'closed', url: demoUrl };
}
