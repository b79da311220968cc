import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { sampleOf } from '../helpers/docs-samples.ts';
import { bundle } from './models/bundle.ts';
import { framesOf } from './models/checkout-frame.ts';
import { journey } from './models/journey.ts';
import { paste, runModule, sampleAt, showsTheForm, tellOf } from './models/sample-page.ts';
import { shiftsIn } from './models/shifts.ts';

describe('a sample of the docs, as the page shows it', { concurrency: 3 }, () => {
  const here = journey({ isSideBySide: true });
  let page: string;
  before(async () => {
    page = await (await fetch(`${here.product.demoUrl}/docs`)).text();
  });

  for (const width of [360, 1280]) {
    it(`brings the form and moves nothing on a page ${width} px wide: script tag`, async () => {
      const tag = sampleOf(page, 'HTML, script tag');
      const own = await paste(here, `${tag}<p>What is below.</p>`, '', { width });
      await showsTheForm(own);
      await own.page.waitForLoadState('networkidle');
      assert.deepEqual(await shiftsIn(own.page.mainFrame()), []);
    });
  }

  it('takes the frame that stands in it: script tag', async () => {
    const own = await paste(here, sampleOf(page, 'HTML, script tag'));
    await showsTheForm(own);
    assert.deepEqual(await framesOf(own.checkout), { inMarkup: 1, made: 0 });
  });

  it('brings the form without one: the short way', async () => {
    await showsTheForm(await paste(here, sampleOf(page, 'HTML, the short way')));
  });

  it('hears how the charge ended: events', async () => {
    const tag = sampleOf(page, 'HTML, script tag');
    const own = await paste(here, tag, sampleOf(page, 'JavaScript, events'));
    await showsTheForm(own);
    const left = own.page.waitForURL('**/thank-you');
    await tellOf(own, 'soft-pull-charge-outcome', { outcome: 'approved' });
    await left;
  });

  it('binds the checkout to an order that the server’s sample has signed: order', async () => {
    const signing = await sampleAt(here, '/docs/server', 'JavaScript, order token');
    const token = await runModule(`${signing}\nprocess.stdout.write(orderToken);`);
    const own = await paste(here, sampleOf(page, 'HTML, script tag'));
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
    await showsTheForm(await paste(here, '<div id="root"></div>', script));
  });

  it('is a whole page that says thank you: plain HTML', async () => {
    const own = await paste(here, '', '', {
      width: 360,
      document: await sampleAt(here, '/docs/html', 'HTML, a whole page'),
      scripts: { 'checkout.js': await sampleAt(here, '/docs/html', 'JavaScript, its script') },
    });
    await showsTheForm(own);
    await tellOf(own, 'soft-pull-charge-outcome', { outcome: 'approved' });
    await own.page.getByText('Thank you for your order.').waitFor();
    assert.deepEqual(await shiftsIn(own.page.mainFrame()), []);
  });

  it('says what it costs a month: message', async () => {
    const own = await paste(here, sampleOf(page, 'HTML, message'));
    await own.page.getByText(/As low as \$[\d.]+ per month/).waitFor();
    assert.deepEqual(own.complaints, []);
  });
});
