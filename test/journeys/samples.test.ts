import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { sandboxOrderSecret } from '../../server/config/sandbox-settings.ts';
import { en } from '../../widget/strings/en.ts';
import { compileVue, sampleOf, vueOptionsOf } from '../helpers/docs-samples.ts';
import { bundle } from './models/bundle.ts';
import { CheckoutPage } from './models/checkout-page.ts';
import { journey } from './models/journey.ts';
import { type OwnPage, openOwnPage } from './models/own-page.ts';
import { shiftsIn, watchShifts } from './models/shifts.ts';

const root = '<div id="root"></div>';
const mounting = {
  react: `import { createElement } from 'react';
    import { createRoot } from 'react-dom/client';
    createRoot(document.querySelector('#root')).render(
      createElement(Pay, { amount: '8400.00', onAccepted: () => undefined }),
    );`,
  vue: `import { createApp } from 'vue';
    createApp(Pay, { amount: '8400.00' }).mount('#root');`,
};

/** In Node, as the merchant's server would, with the secret in its environment. */
async function runModule(source: string): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', source],
    { env: { ORDER_SECRET: sandboxOrderSecret } },
  );
  return stdout;
}

describe('a sample of the docs, as the page shows it', { concurrency: 3 }, () => {
  const here = journey({ isSideBySide: true });
  let page: string;
  before(async () => {
    page = await (await fetch(`${here.product.demoUrl}/docs`)).text();
  });

  /** An otherwise empty page of the merchant's, and whether anything on it moved. */
  async function paste(body: string, script = '', width = 1280) {
    const context = await here.browser.newContext({ viewport: { width, height: 800 } });
    await context.addInitScript(watchShifts);
    const own = await openOwnPage(context, here.product, {
      head: `<meta name="viewport" content="width=device-width">`,
      body: `${body}<script type="module" src="sample.js"></script>`,
      scripts: { 'sample.js': script },
    });
    return { ...own, checkout: new CheckoutPage(own.page, en, 'frame') };
  }

  async function showsTheForm(own: OwnPage & { checkout: CheckoutPage }): Promise<void> {
    await own.checkout.at('details');
    await own.checkout.text('$8,400.00').waitFor();
    assert.deepEqual(own.complaints, []);
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

  it('hears how the charge ended: events', async () => {
    const tag = sampleOf(page, 'HTML, script tag');
    const own = await paste(tag, sampleOf(page, 'JavaScript, events'));
    await showsTheForm(own);
    const left = own.page.waitForURL('**/thank-you');
    await own.checkout.element.evaluate((element) => {
      element.dispatchEvent(
        Object.assign(new Event('soft-pull-charge-outcome'), { outcome: 'approved' }),
      );
    });
    await left;
  });

  it('binds the checkout to an order that the server’s sample has signed: order', async () => {
    const docs = await (await fetch(`${here.product.demoUrl}/docs/server`)).text();
    const signing = sampleOf(docs, 'JavaScript, order token');
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

  it('brings the form: React', async () => {
    const script = await bundle(`${sampleOf(page, 'TypeScript, React')}\n${mounting.react}`);
    await showsTheForm(await paste(root, script));
  });

  it('brings the form: Vue', async () => {
    const options = await vueOptionsOf(sampleOf(page, 'JavaScript, Vue’s compiler'));
    const component = compileVue(sampleOf(page, 'Vue'), options);
    const source = component.replace('export default', 'const Pay =');
    await showsTheForm(await paste(root, await bundle(`${source}\n${mounting.vue}`)));
  });

  it('says what it costs a month: message', async () => {
    const own = await paste(sampleOf(page, 'HTML, message'));
    await own.page.getByText(/As low as \$[\d.]+ per month/).waitFor();
    assert.deepEqual(own.complaints, []);
  });
});
