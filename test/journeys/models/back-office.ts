import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { en } from '../../../demo/back-office/strings/en.ts';
import type { Strings } from '../../../demo/back-office/strings/strings.ts';
import { sandboxBackOffice } from '../../../server/config/sandbox-settings.ts';
import type { Journey } from './journey.ts';

/** A seller's tablet. */
const tablet: BrowserContextOptions = { viewport: { width: 820, height: 1180 } };

/** The shop's back office in a browser of its own, where somebody is signed in. */
export class BackOffice {
  readonly page: Page;
  readonly url: string;
  /** In the browser's language. */
  readonly strings: Strings;
  /** What its pages complained of. */
  readonly complaints: string[] = [];

  constructor(page: Page, url: string, strings: Strings) {
    this.page = page;
    this.url = url;
    this.strings = strings;
    page.on('console', (message) => this.complaints.push(message.text()));
    page.on('pageerror', (error) => this.complaints.push(error.message));
  }

  static async open(here: Journey, options = tablet, strings: Strings = en): Promise<BackOffice> {
    const { page } = await here.visit({ ...options, startsAt: 'nowhere' });
    const office = new BackOffice(page, `${here.product.demoUrl}/back-office`, strings);
    await page.goto(office.url);
    await page.getByLabel(strings.signIn.password).fill(sandboxBackOffice.password);
    await page.getByRole('button', { name: strings.signIn.title }).click();
    await page.getByRole('heading', { name: strings.common.sections.orders }).waitFor();
    return office;
  }

  /** Sells without a page of the shop; the order then stands open. */
  async sell(sale: { amount: string; description: string }): Promise<{
    url: string;
    orderId: string;
  }> {
    const { common, order, sale: texts } = this.strings;
    await this.page.getByRole('link', { name: texts.title }).first().click();
    await this.page.getByLabel(common.amount).fill(sale.amount);
    await this.page.getByLabel(texts.description).fill(sale.description);
    await this.page.getByLabel(common.seller).selectOption('Jamie Field');
    await this.page.getByRole('button', { name: texts.button }).click();
    const code = this.page.getByRole('img', { name: order.qrCode });
    await code.waitFor();
    await this.page.waitForFunction(
      (picture) => picture instanceof HTMLImageElement && picture.naturalWidth > 0,
      await code.elementHandle(),
    );
    // What it shows may stand before its scripts have come.
    await this.page.waitForLoadState();
    return {
      url: await this.page.getByLabel(order.link, { exact: true }).inputValue(),
      orderId: await this.page.getByRole('heading', { level: 1 }).innerText(),
    };
  }

  /** Looks for an order by its number, until the page has come with its styles. */
  async search(orderId: string): Promise<void> {
    const { orders } = this.strings;
    await this.page.getByLabel(orders.number).fill(orderId);
    await this.page.getByRole('button', { name: orders.search }).click();
    await this.page.waitForURL(/[?&]q=/);
  }

  row(orderId: string): Locator {
    return this.page.getByRole('row', { name: orderId });
  }

  /** Opens an order from the list, which shows it. */
  async openOrder(orderId: string): Promise<void> {
    await this.page.getByRole('link', { name: orderId }).click();
    await this.page.getByRole('heading', { name: orderId }).waitFor();
  }

  /** Where the open order stands. */
  state(name: string): Locator {
    return this.page.locator('.title').getByText(name, { exact: true });
  }

  /** Why something cannot be done with the open order. */
  async reasonNotTo(name: string): Promise<string> {
    const row = this.page.getByRole('listitem').filter({ hasText: name });
    return (await row.innerText()).replace(name, '').trim();
  }
}
