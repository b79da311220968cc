import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { renderToString as renderReact } from 'react-dom/server';
import { renderToString as renderVue } from 'vue/server-renderer';
import { en } from '../../widget/strings/en.ts';
import type { PageOptions } from './frameworks/page-options.ts';
import { reactPage } from './frameworks/react-page.ts';
import { sveltePage } from './frameworks/svelte-page.ts';
import { vuePage } from './frameworks/vue-page.ts';
import { bundle } from './models/bundle.ts';
import { framesOf, loadedAt } from './models/checkout-frame.ts';
import { CheckoutPage } from './models/checkout-page.ts';
import { journey } from './models/journey.ts';
import { openOwnPage } from './models/own-page.ts';

const registered = (options: PageOptions) => `import '@soft-pull/checkout/soft-pull-checkout.js';
const options = ${JSON.stringify(options)};
const place = document.querySelector('#root');
`;

const hydrateReact = `import { hydrateRoot } from 'react-dom/client';
  import { reactPage } from './react-page.ts';
  hydrateRoot(place, reactPage(options));`;

const sources = {
  react: hydrateReact,
  react18: hydrateReact,
  vue: `import { vuePage } from './vue-page.ts';
    vuePage(options).mount(place);`,
  svelte: `${sveltePage('client')}
    import { hydrate } from 'svelte';
    hydrate(Page, { target: place, props: options });`,
  // In the browser the compiler does what it does before a build, and has to be there first.
  angular: `import '@angular/compiler';
    import { provideZonelessChangeDetection } from '@angular/core';
    import { bootstrapApplication } from '@angular/platform-browser';
    import { angularPage } from './angular-page.ts';
    bootstrapApplication(angularPage(options), { providers: [provideZonelessChangeDetection()] });`,
};

type Framework = keyof typeof sources;

const isolation = {
  react: 'frame',
  react18: 'frame',
  vue: 'inline',
  svelte: 'frame',
  angular: 'inline',
} as const;

/** React's own packages look for `react`, where another version stands. */
const react18 = { react: 'react-18', 'react-dom': 'react-dom-18' };

interface Used {
  page: Page;
  /** What the server had sent. */
  html: string;
  /** What the page knew of the element that the server had sent. */
  outputs: string[];
}

/** What a server in plain Node sends, with the package imported there too; Angular's sends nothing. */
async function serverHtml(framework: Framework, options: PageOptions): Promise<string> {
  if (framework === 'react') return renderReact(reactPage(options));
  if (framework === 'react18') return renderReact18(options);
  if (framework === 'svelte') return renderSvelte(options);
  return framework === 'vue' ? renderVue(vuePage(options)) : '';
}

async function renderSvelte(options: PageOptions): Promise<string> {
  return rendered(
    await bundle(`${sveltePage('server')}
      import { render } from 'svelte/server';
      export const html = render(Page, { props: ${JSON.stringify(options)} }).body;`),
  );
}

async function renderReact18(options: PageOptions): Promise<string> {
  const source = `import { renderToString } from 'react-dom/server';
    import { reactPage } from './react-page.ts';
    export const html = renderToString(reactPage(${JSON.stringify(options)}));`;
  return rendered(await bundle(source, react18));
}

async function rendered(script: string): Promise<string> {
  const { html } = await import(`data:text/javascript,${encodeURIComponent(script)}`);
  return html;
}

describe('a page written with', () => {
  const here = journey();

  before(async () => {
    const registering: string = '@soft-pull/checkout/soft-pull-checkout.js';
    await import(registering);
  });

  /** The page as its server sends it; `run()` lets its script come. */
  async function open(framework: Framework, { hasFrame = false } = {}) {
    const options = { server: here.product.bffUrl, hasFrame };
    const html = await serverHtml(framework, options);
    const alias = framework === 'react18' ? react18 : {};
    const script = await bundle(registered(options) + sources[framework], alias);
    const context = await here.browser.newContext();
    const own = await openOwnPage(context, here.product, { body: `<div id="root">${html}</div>` });
    const checkout = new CheckoutPage(own.page, en, hasFrame ? 'frame' : isolation[framework]);
    const run = () => own.page.addScriptTag({ type: 'module', content: script });
    return { ...own, html, checkout, run };
  }

  /** The element hears of changes, tells of its own, keeps what was typed, and goes and comes. */
  async function useIt(framework: Framework): Promise<Used> {
    const { page, checkout, checkouts, complaints, html, run } = await open(framework);
    await run();
    await checkout.at('details');
    await page.getByText('details', { exact: true }).waitFor();
    await checkout.form.field('first_name').fill('Ada');
    await page.getByRole('button', { name: 'Pay less' }).click();
    await checkout.text('$5,000.00').waitFor();
    assert.equal(await checkout.form.field('first_name').inputValue(), 'Ada');
    assert.equal(await checkout.form.field('last_name').inputValue(), 'Sample');
    assert.equal(await checkout.title.evaluate(({ localName }) => localName), 'h3');
    assert.equal(checkouts.length, 1);
    const outputs = await page.locator('output').allTextContents();
    await turnOver(page, checkout);
    assert.deepEqual(complaints, []);
    return { page, html, outputs };
  }

  /** The frame that the server has sent keeps its document; it goes with the element, and comes with it. */
  async function keepsTheFrame(framework: Framework): Promise<void> {
    const { page, checkout, complaints, html, run } = await open(framework, { hasFrame: true });
    assert.match(html, sentFrame);
    await checkout.form.field('first_name').fill('Ada');
    const loaded = await loadedAt(checkout);
    await run();
    await checkout.at('details');
    await page.getByText('details', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Pay less' }).click();
    await checkout.text('$5,000.00').waitFor();
    assert.equal(await loadedAt(checkout), loaded);
    assert.equal(await checkout.form.field('first_name').inputValue(), 'Ada');
    await turnOver(page, checkout);
    await checkout.text('$5,000.00').waitFor();
    assert.deepEqual(await framesOf(checkout), { inMarkup: 1, made: 0 });
    assert.deepEqual(complaints, []);
  }

  const plainTag =
    /<soft-pull-checkout server="http[^>]+ amount="8400.00"[^>]*>(?:<!--.*?-->)*<\/soft-pull-checkout>/;
  const sentFrame = /<soft-pull-checkout [^>]+>(?:<!--.*?-->|\s)*<iframe src="http[^>]+><\/iframe>/;

  it('React, rendered on a server and hydrated in strict mode', async () => {
    const { page, html, outputs } = await useIt('react');
    assert.match(html, plainTag);
    // It listens to what it has made itself, not to what a server has rendered.
    assert.deepEqual(outputs, ['details', 'hydrated']);
    await page.getByText('ready', { exact: true }).waitFor();
  });

  it('React 18, rendered on a server and hydrated in strict mode', async () => {
    const { page, html, outputs } = await useIt('react18');
    assert.match(html, plainTag);
    // It listens to neither; the page hears by a ref.
    assert.deepEqual(outputs, ['details', 'hydrated']);
    assert.deepEqual(await page.locator('output').allTextContents(), outputs);
  });

  it('Vue, rendered on a server and hydrated', async () => {
    assert.match((await useIt('vue')).html, plainTag);
  });

  it('Svelte, rendered on a server and hydrated', async () => {
    assert.match((await useIt('svelte')).html, plainTag);
  });

  it('Angular', async () => {
    await useIt('angular');
  });

  for (const [name, framework] of [
    ['React, in strict mode', 'react'],
    ['React 18, in strict mode', 'react18'],
    ['Vue', 'vue'],
    ['Svelte', 'svelte'],
  ] as const) {
    it(`${name}, keeps the frame that a server has rendered, and what was typed in it before`, () =>
      keepsTheFrame(framework));
  }

  it('Angular, uses the frame that it has rendered', async () => {
    const { page, checkout, complaints, run } = await open('angular', { hasFrame: true });
    await run();
    await checkout.at('details');
    await turnOver(page, checkout);
    assert.deepEqual(await framesOf(checkout), { inMarkup: 1, made: 0 });
    assert.deepEqual(complaints, []);
  });
});

/** The element goes, and another one comes. */
async function turnOver(page: Page, checkout: CheckoutPage): Promise<void> {
  const button = page.getByRole('button', { name: 'Turn over' });
  await button.click();
  await checkout.element.waitFor({ state: 'detached' });
  await button.click();
  await checkout.at('details');
}
