import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { renderToString as renderReact } from 'react-dom/server';
import { renderToString as renderVue } from 'vue/server-renderer';
import { en } from '../../widget/strings/en.ts';
import { reactPage } from './frameworks/react-page.ts';
import { sveltePage } from './frameworks/svelte-page.ts';
import { vuePage } from './frameworks/vue-page.ts';
import { bundle } from './models/bundle.ts';
import { CheckoutPage } from './models/checkout-page.ts';
import { journey } from './models/journey.ts';
import { openOwnPage } from './models/own-page.ts';

const registered = `import '@soft-pull/checkout/soft-pull-checkout.js';
const server = document.body.dataset.server ?? '';
const place = document.querySelector('#root');
`;

const hydrateReact = `import { hydrateRoot } from 'react-dom/client';
  import { reactPage } from './react-page.ts';
  hydrateRoot(place, reactPage(server));`;

const sources = {
  react: hydrateReact,
  react18: hydrateReact,
  vue: `import { vuePage } from './vue-page.ts';
    vuePage(server).mount(place);`,
  svelte: `${sveltePage('client')}
    import { hydrate } from 'svelte';
    hydrate(Page, { target: place, props: { server } });`,
  // In the browser the compiler does what it does before a build, and has to be there first.
  angular: `import '@angular/compiler';
    import { provideZonelessChangeDetection } from '@angular/core';
    import { bootstrapApplication } from '@angular/platform-browser';
    import { angularPage } from './angular-page.ts';
    bootstrapApplication(angularPage(server), { providers: [provideZonelessChangeDetection()] });`,
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
async function serverHtml(framework: Framework, server: string): Promise<string> {
  if (framework === 'react') return renderReact(reactPage(server));
  if (framework === 'react18') return renderReact18(server);
  if (framework === 'svelte') return renderSvelte(server);
  return framework === 'vue' ? renderVue(vuePage(server)) : '';
}

async function renderSvelte(server: string): Promise<string> {
  return rendered(
    await bundle(`${sveltePage('server')}
      import { render } from 'svelte/server';
      export const html = render(Page, { props: { server: '${server}' } }).body;`),
  );
}

async function renderReact18(server: string): Promise<string> {
  const source = `import { renderToString } from 'react-dom/server';
    import { reactPage } from './react-page.ts';
    export const html = renderToString(reactPage('${server}'));`;
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

  async function open(framework: Framework) {
    const { bffUrl } = here.product;
    const html = await serverHtml(framework, bffUrl);
    const alias = framework === 'react18' ? react18 : {};
    const script = await bundle(registered + sources[framework], alias);
    const own = await openOwnPage(await here.browser.newContext(), here.product, {
      head: '<script type="module" src="page.js"></script>',
      body: `<div id="root">${html}</div><script>document.body.dataset.server = '${bffUrl}'</script>`,
      scripts: { 'page.js': script },
    });
    return { ...own, html, checkout: new CheckoutPage(own.page, en, isolation[framework]) };
  }

  /** The element hears of changes, tells of its own, keeps what was typed, and goes and comes. */
  async function useIt(framework: Framework): Promise<Used> {
    const { page, checkout, checkouts, complaints, html } = await open(framework);
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
    const turnOver = page.getByRole('button', { name: 'Turn over' });
    await turnOver.click();
    await checkout.element.waitFor({ state: 'detached' });
    await turnOver.click();
    await checkout.at('details');
    assert.deepEqual(complaints, []);
    return { page, html, outputs };
  }

  const plainTag =
    /<soft-pull-checkout server="http[^>]+ amount="8400.00"[^>]*><\/soft-pull-checkout>/;

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
});
