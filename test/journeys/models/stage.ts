import type { Browser, BrowserContextOptions, FrameLocator, Locator, Page } from 'playwright-core';
import type { Language } from '../../../widget/contract/language.ts';
import type { CheckoutStep } from '../../../widget/contract/step.ts';
import type { Product } from '../../helpers/serve.ts';
import { until } from '../../helpers/until.ts';
import type { Isolation } from './checkout-page.ts';

export interface StageOptions {
  product: Product;
  browser: Browser;
  language: Language;
  isolation: Isolation;
  context?: BrowserContextOptions;
}

/** What the BFF would answer whoever opens the checkout: where it stands, or why it cannot. */
export type Opening = { step: CheckoutStep } | { status: number; code: string; retryable: boolean };

const corsHeaders = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };

/**
 * A page with the element on it, built and served as it is for everybody, whose checkout stands
 * wherever a test wants it: only the calls of the checkout itself are answered by the test.
 */
export class Stage {
  readonly page: Page;
  readonly isolation: Isolation;
  readonly language: Language;
  /** What could not be had, by address. */
  readonly failed: string[] = [];
  /** Every script that was asked for, by name. */
  readonly scripts: string[] = [];
  readonly #product: Product;
  #opening: Opening = { status: 500, code: 'internal', retryable: true };

  private constructor(page: Page, { product, isolation, language }: StageOptions) {
    this.page = page;
    this.#product = product;
    this.isolation = isolation;
    this.language = language;
    page.on('response', (response) => {
      if (response.status() >= 400) this.failed.push(response.url());
    });
    page.on('request', (request) => {
      if (request.resourceType() === 'script') this.scripts.push(request.url());
    });
  }

  static async open(options: StageOptions): Promise<Stage> {
    const context = await options.browser.newContext(options.context);
    await context.grantPermissions(['local-network-access']);
    const stage = new Stage(await context.newPage(), options);
    await stage.#answer();
    return stage;
  }

  /** The flow's own part of the page. */
  get inside(): Locator | FrameLocator {
    const element = this.page.locator('soft-pull-checkout');
    return this.isolation === 'inline' ? element : element.frameLocator('iframe');
  }

  locator(selector: string): Locator {
    return this.inside.locator(selector);
  }

  /** Loads the page anew, with a checkout that stands there, and waits for its screen. */
  async show(opening: Opening, attributes: Readonly<Record<string, string>> = {}): Promise<void> {
    this.#opening = opening;
    const query = new URLSearchParams(attributes);
    await this.page.goto(`${this.#product.demoUrl}/stage?${query}`);
    await this.locator('.title').first().waitFor();
    await this.settle();
  }

  /** Until nothing moves: the frame is as high as what is in it. */
  async settle(): Promise<void> {
    await until('the content fits its frame', async () => {
      const isStill = await this.locator('.frame').evaluate(async (content) => {
        for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
        const { documentElement } = content.ownerDocument;
        return documentElement.scrollHeight <= documentElement.clientHeight + 1;
      });
      return this.isolation === 'inline' || isStill || undefined;
    });
  }

  async close(): Promise<void> {
    await this.page.context().close();
  }

  async #answer(): Promise<void> {
    const { page } = this;
    await page.route(`${this.#product.demoUrl}/stage?*`, (route) =>
      route.fulfill({
        body: this.#document(new URL(route.request().url()).searchParams),
        contentType: 'text/html; charset=utf-8',
      }),
    );
    await page.route(`${this.#product.bffUrl}/v1/checkouts/**`, (route) => {
      // A stream that is open and has nothing to tell.
      if (route.request().url().endsWith('/events')) return;
      return route.fulfill({ json: this.#opening, headers: corsHeaders });
    });
    await page.route(`${this.#product.bffUrl}/v1/checkouts`, (route) => {
      const opening = this.#opening;
      if ('step' in opening) {
        const session = { checkout_id: 'c1', token: 't1', resume: 'r1', step: opening.step };
        return route.fulfill({ status: 201, json: session, headers: corsHeaders });
      }
      const problem = { type: 'about:blank', title: 'No', correlation_id: 'c0ffee42', ...opening };
      return route.fulfill({
        status: opening.status,
        body: JSON.stringify(problem),
        headers: { ...corsHeaders, 'content-type': 'application/problem+json' },
      });
    });
  }

  #document(more: URLSearchParams): string {
    const attributes = {
      server: this.#product.bffUrl,
      merchant: 'pk_sandbox_hillside',
      amount: '8400.00',
      locale: this.language,
      isolation: this.isolation,
      ...Object.fromEntries(more),
    };
    const written = Object.entries(attributes).map(([name, value]) => `${name}="${value}"`);
    return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>A shop</title>
<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<script type="module" src="${this.#product.bffUrl}/v1/soft-pull-checkout.js"></script>
</head><body><main><h1>A shop</h1>
<soft-pull-checkout ${written.join(' ')}></soft-pull-checkout></main></body></html>`;
  }
}
