import { after, afterEach, before } from 'node:test';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import type { Locale } from '../../../widget/contract/values.ts';
import { launchChromium, launchKeepingPages } from '../../helpers/chromium.ts';
import { Sandbox } from '../../helpers/sandbox.ts';
import { scratchRoot } from '../../helpers/scratch.ts';
import { type Product, type ServeOptions, serve } from '../../helpers/serve.ts';
import type { Isolation } from './checkout-page.ts';
import { listen, setAttributes, Visit } from './visit.ts';

const patienceMs = 15_000;

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
}

/** Starts the product and a browser for the tests of one file. */
export function journey({
  isSideBySide = false,
  keepsLeftPages = false,
  ...options
}: JourneyOptions = {}): Journey {
  let product: Product;
  let browser: Browser;
  let launching: Promise<Browser> | undefined;
  before(async () => {
    launching = keepsLeftPages ? launchKeepingPages() : launchChromium();
    [product, browser] = await Promise.all([
      serve({ root: await scratchRoot(), ...options }),
      launching,
    ]);
  });
  afterEach(async () => {
    if (isSideBySide) return;
    await Promise.all(browser.contexts().map((context) => context.close()));
  });
  after(async () => {
    // Also where the product did not start: a browser that runs on keeps the file from ending.
    await launching?.then(
      (launched) => launched.close(),
      () => undefined,
    );
    await product?.remove();
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
      const context = await browser.newContext(contextOptions);
      context.setDefaultTimeout(patienceMs);
      const heard = await listen(context);
      if (locale !== 'en') await setAttributes(context, { locale });
      if (isolation !== 'frame') await setAttributes(context, { isolation });
      const visit = new Visit(await context.newPage(), heard, { locale, isolation });
      if (startsAt === 'shop') await visit.page.goto(product.demoUrl);
      return visit;
    },
  };
}
