import type { BrowserContext, Page } from 'playwright-core';
import type { Product } from '../../helpers/serve.ts';

export interface OwnPageOptions {
  /** Markup, the scripts' tags included. */
  head?: string;
  body?: string;
  /** The whole page, in place of head and body. */
  document?: string;
  /** Scripts of the page's own, by name. */
  scripts?: Readonly<Record<string, string>>;
}

/** A page of the merchant's that a test has written whole, and what became of it. */
export interface OwnPage {
  readonly page: Page;
  /** Every script that its own document asked for, frames aside. */
  readonly scripts: string[];
  /** How often it began a checkout. */
  readonly checkouts: string[];
  /** What the console has of errors and warnings. */
  readonly complaints: string[];
}

export async function openOwnPage(
  context: BrowserContext,
  { demoUrl }: Pick<Product, 'demoUrl'>,
  { head = '', body = '', document, scripts = {} }: OwnPageOptions,
): Promise<OwnPage> {
  // A page that no server has answered counts as far away, and may not call this machine.
  await context.grantPermissions(['local-network-access']);
  const page = await context.newPage();
  const own: OwnPage = { page, scripts: [], checkouts: [], complaints: [] };
  watch(own);
  const html =
    document ??
    `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>A shop</title>
<link rel="icon" href="data:,">${head}</head><body>${body}</body></html>`;
  await page.route(`${demoUrl}/favicon.ico`, (route) => route.fulfill({ status: 204 }));
  await page.route(`${demoUrl}/own/**`, (route) => {
    const script = scripts[new URL(route.request().url()).pathname.slice('/own/'.length)];
    return script === undefined
      ? route.fulfill({ body: html, contentType: 'text/html; charset=utf-8' })
      : route.fulfill({ body: script, contentType: 'text/javascript; charset=utf-8' });
  });
  await page.goto(`${demoUrl}/own/`);
  return own;
}

function watch({ page, scripts, checkouts, complaints }: OwnPage): void {
  page.on('request', (request) => {
    const isOwn = request.frame() === page.mainFrame();
    if (isOwn && request.resourceType() === 'script') scripts.push(request.url());
    const { pathname } = new URL(request.url());
    if (request.method() === 'POST' && pathname === '/v1/checkouts') checkouts.push(request.url());
  });
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
}

/** Waits until every element of these tags shows a screen; gives the ids of their checkouts. */
export async function shown(page: Page, ...tags: readonly string[]): Promise<string[]> {
  const selector = tags.join();
  await page.waitForFunction(
    (all) => [...document.querySelectorAll(all)].every((each) => Reflect.get(each, 'step')),
    selector,
  );
  return page.$$eval(selector, (all) => all.map((each) => String(Reflect.get(each, 'checkoutId'))));
}
