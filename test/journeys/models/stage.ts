import type { Browser, BrowserContextOptions, FrameLocator, Locator, Page } from 'playwright-core';
import type { Language } from '../../../widget/contract/language.ts';
import type { Product } from '../../helpers/serve.ts';
import type { Isolation } from './checkout-page.ts';
import { untilItFits } from './fit.ts';
import { answerOpenings, type Opening } from './opening.ts';

export interface StageOptions {
  product: Product;
  browser: Browser;
  language: Language;
  isolation: Isolation;
  context?: BrowserContextOptions;
}

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
  #hasFlow = true;
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

  /** Reloads the page, with a checkout that stands there, and waits for its screen. */
  async show(opening: Opening, attributes: Readonly<Record<string, string>> = {}): Promise<void> {
    this.#opening = opening;
    const query = new URLSearchParams(attributes);
    await this.page.goto(`${this.#product.demoUrl}/stage?${query}`);
    await this.locator('.title').first().waitFor();
    const stands = 'step' in opening ? opening.step.screen : 'problem';
    // The form may be there before where the checkout stands is known.
    await this.locator(`soft-pull-${stands.replaceAll('_', '-')}-screen`).waitFor();
    await this.settle();
  }

  /** Reloads the page where there is no flow, and waits for the element itself to say so. */
  async fail(failure: 'unreachable' | 'misconfigured'): Promise<void> {
    this.#hasFlow = false;
    if (failure === 'unreachable') {
      await this.page.route(/\/v1\/(frame|chunks|soft-pull-checkout-inline)\b/, (route) =>
        route.abort(),
      );
    }
    const query = failure === 'misconfigured' ? 'merchant=' : '';
    await this.page.goto(`${this.#product.demoUrl}/stage?${query}`);
    await this.page.locator('soft-pull-checkout').getByRole('alert').waitFor();
  }

  /** What is drawn: by the flow, or by the element itself. */
  get content(): Locator {
    if (this.#hasFlow) return this.locator('soft-pull-flow .frame');
    return this.page.locator('soft-pull-checkout .frame');
  }

  /** Until nothing moves. */
  async settle(): Promise<void> {
    await untilItFits(this.content, this.#hasFlow ? this.isolation : 'inline');
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
    await answerOpenings(page, this.#product.bffUrl, () => this.#opening);
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
