import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { sandboxOrderSecret } from '../../server/config/sandbox-settings.ts';
import { en } from '../../widget/strings/en.ts';
import { compileSvelte, compileVue, sampleOf, vueOptionsOf } from '../helpers/docs-samples.ts';
import { bundle } from './models/bundle.ts';
import { CheckoutPage } from './models/checkout-page.ts';
import { journey } from './models/journey.ts';
import { type OwnPage, type OwnPageOptions, openOwnPage } from './models/own-page.ts';
import { shiftsIn, watchShifts } from './models/shifts.ts';

const root = '<div id="root"></div>';
/** Whether the sample heard that there is a loan. */
const heard = `() => document.body.setAttribute('data-heard', '')`;
const mounting = {
  react: `import { createElement } from 'react';
    import { createRoot } from 'react-dom/client';
    createRoot(document.querySelector('#root')).render(
      createElement(Pay, { amount: '8400.00', onAccepted: ${heard} }),
    );`,
  hydratedReact: `import { createElement } from 'react';
    import { hydrateRoot } from 'react-dom/client';
    hydrateRoot(
      document.querySelector('#root'),
      createElement(Pay, { amount: '8400.00', onAccepted: ${heard} }),
    );`,
  vue: `import { createApp } from 'vue';
    createApp(Pay, { amount: '8400.00', onAccepted: ${heard} }).mount('#root');`,
  svelte: `import { mount } from 'svelte';
    mount(Pay, {
      target: document.querySelector('#root'),
      props: { amount: '8400.00', onaccepted: ${heard} },
    });`,
  // In the browser the compiler does what it does before a build, and has to be there first.
  angular: `import { provideZonelessChangeDetection } from '@angular/core';
    import { bootstrapApplication } from '@angular/platform-browser';
    bootstrapApplication(Pay, { providers: [provideZonelessChangeDetection()] });`,
};

/** Prints what the server of a shop sends for React's sample; its channel for later work stays open. */
const rendering = `import { createElement as element } from 'react';
  import { renderToString } from 'react-dom/server';
  process.stdout.write(
    renderToString(element(Pay, { amount: '8400.00', onAccepted: () => undefined })),
    () => process.exit(),
  );`;

/** In Node, as the merchant's server would, with the secret in its environment. */
async function runModule(source: string): Promise<string> {
  const running = promisify(execFile)(process.execPath, ['--input-type=module', '-'], {
    env: { ORDER_SECRET: sandboxOrderSecret },
  });
  running.child.stdin?.end(source);
  return (await running).stdout;
}

describe('a sample of the docs, as the page shows it', { concurrency: 3 }, () => {
  const here = journey({ isSideBySide: true });
  let page: string;
  before(async () => {
    page = await textAt('/docs');
  });

  async function textAt(path: string): Promise<string> {
    return (await fetch(`${here.product.demoUrl}${path}`)).text();
  }

  async function sampleAt(path: string, label: string): Promise<string> {
    return sampleOf(await textAt(path), label);
  }

  /** An otherwise empty page of the merchant's, and whether anything on it moved. */
  async function paste(
    body: string,
    script = '',
    width = 1280,
    whole: Partial<OwnPageOptions> = {},
  ) {
    const context = await here.browser.newContext({ viewport: { width, height: 800 } });
    await context.addInitScript(watchShifts);
    const own = await openOwnPage(context, here.product, {
      head: `<meta name="viewport" content="width=device-width">`,
      body: `${body}<script type="module" src="sample.js"></script>`,
      scripts: { 'sample.js': script },
      ...whole,
    });
    return { ...own, checkout: new CheckoutPage(own.page, en, 'frame') };
  }

  async function showsTheForm(own: OwnPage & { checkout: CheckoutPage }): Promise<void> {
    await own.checkout.at('details');
    await own.checkout.text('$8,400.00').waitFor();
    assert.deepEqual(own.complaints, []);
  }

  /** As if the element had come so far. */
  async function tellOf({ checkout }: { checkout: CheckoutPage }, type: string, fields = {}) {
    await checkout.element.evaluate(
      (element, [name, all]) => element.dispatchEvent(Object.assign(new Event(name), all)),
      [type, fields] as const,
    );
  }

  async function hearsOfTheLoan(own: OwnPage & { checkout: CheckoutPage }): Promise<void> {
    await tellOf(own, 'soft-pull-accepted');
    await own.page.locator('[data-heard]').waitFor();
  }

  for (const width of [360, 1280]) {
    it(`brings the form and moves nothing on a page ${width} px wide: script tag`, async () => {
      const tag = sampleOf(page, 'HTML, script tag');
      const own = await paste(`${tag}<p>What is below.</p>`, '', width);
      await showsTheForm(own);
      await own.page.waitForLoadState('networkidle');
      assert.deepEqual(await shiftsIn(own.page.mainFrame()), []);
    });
  }

  it('takes the frame that stands in it: script tag', async () => {
    const own = await paste(sampleOf(page, 'HTML, script tag'));
    await showsTheForm(own);
    const frames = await own.checkout.element.evaluate((element) => ({
      inMarkup: element.querySelectorAll('iframe').length,
      made: element.shadowRoot?.querySelectorAll('iframe').length,
    }));
    assert.deepEqual(frames, { inMarkup: 1, made: 0 });
  });

  it('brings the form without one: the short way', async () => {
    await showsTheForm(await paste(sampleOf(page, 'HTML, the short way')));
  });

  it('hears how the charge ended: events', async () => {
    const tag = sampleOf(page, 'HTML, script tag');
    const own = await paste(tag, sampleOf(page, 'JavaScript, events'));
    await showsTheForm(own);
    const left = own.page.waitForURL('**/thank-you');
    await tellOf(own, 'soft-pull-charge-outcome', { outcome: 'approved' });
    await left;
  });

  it('binds the checkout to an order that the server’s sample has signed: order', async () => {
    const signing = await sampleAt('/docs/server', 'JavaScript, order token');
    const token = await runModule(`${signing}\nprocess.stdout.write(orderToken);`);
    const own = await paste(sampleOf(page, 'HTML, script tag'));
    await showsTheForm(own);
    await own.page.route('**/order-token', (route) => route.fulfill({ body: token }));
    const answered = own.page.waitForResponse(
      (answer) => answer.request().postData()?.includes(token) === true,
    );
    await own.page.addScriptTag({ type: 'module', content: sampleOf(page, 'JavaScript, order') });
    const { step } = await (await answered).json();
    assert.equal(step.amount_locked, true);
    assert.deepEqual(own.complaints, []);
  });

  it('brings the form: npm', async () => {
    const script = await bundle(sampleOf(page, 'JavaScript, npm'));
    await showsTheForm(await paste(root, script));
  });

  it('brings the form and hears of the loan: React', async () => {
    const sample = await sampleAt('/docs/react', 'TypeScript, React');
    const own = await paste(root, await bundle(`${sample}\n${mounting.react}`));
    await showsTheForm(own);
    await hearsOfTheLoan(own);
  });

  for (const version of ['19', '18'] as const) {
    it(`brings the form and hears of the loan: React ${version} on a server`, async () => {
      const alias = version === '18' ? { react: 'react-18', 'react-dom': 'react-dom-18' } : {};
      const sample = await sampleAt('/docs/react', 'TypeScript, React on a server');
      const server = await bundle(`${sample}\n${rendering}`, alias);
      const rendered = await runModule(server);
      assert.match(rendered, /^<soft-pull-checkout server="[^>]+><\/soft-pull-checkout>$/);
      const script = await bundle(`${sample}\n${mounting.hydratedReact}`, alias);
      const own = await paste(root.replace('><', `>${rendered}<`), script);
      await showsTheForm(own);
      await hearsOfTheLoan(own);
    });
  }

  it('brings the form and hears of the loan: Vue', async () => {
    const options = await vueOptionsOf(await sampleAt('/docs/vue', 'JavaScript, Vue’s compiler'));
    const component = compileVue(await sampleAt('/docs/vue', 'Vue, the component'), options);
    const source = component.replace('export default', 'const Pay =');
    const own = await paste(root, await bundle(`${source}\n${mounting.vue}`));
    await showsTheForm(own);
    await hearsOfTheLoan(own);
  });

  it('brings the form and hears of the loan: Svelte', async () => {
    const sample = await sampleAt('/docs/svelte', 'Svelte, the component');
    const source = compileSvelte(sample, { name: 'Pay', generate: 'client' }).replace(
      'export default',
      '',
    );
    const own = await paste(root, await bundle(`${source}\n${mounting.svelte}`));
    await showsTheForm(own);
    await hearsOfTheLoan(own);
  });

  it('brings the form and hears of the loan: Angular', async () => {
    const sample = await sampleAt('/docs/angular', 'TypeScript, Angular');
    const source = `import '@angular/compiler';\n${sample}\n${mounting.angular}`;
    const own = await paste('<app-pay></app-pay>', await bundle(source));
    await showsTheForm(own);
    await tellOf(own, 'soft-pull-accepted');
    await own.page.getByText('Your loan is ready.').waitFor();
  });

  it('is a whole page that says thank you: plain HTML', async () => {
    const own = await paste('', '', 360, {
      document: await sampleAt('/docs/html', 'HTML, a whole page'),
      scripts: { 'checkout.js': await sampleAt('/docs/html', 'JavaScript, its script') },
    });
    await showsTheForm(own);
    await tellOf(own, 'soft-pull-charge-outcome', { outcome: 'approved' });
    await own.page.getByText('Thank you for your order.').waitFor();
    assert.deepEqual(await shiftsIn(own.page.mainFrame()), []);
  });

  it('says what it costs a month: message', async () => {
    const own = await paste(sampleOf(page, 'HTML, message'));
    await own.page.getByText(/As low as \$[\d.]+ per month/).waitFor();
    assert.deepEqual(own.complaints, []);
  });
});
