import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { es } from '../../widget/strings/es.ts';
import { visitAt } from './models/brought.ts';
import { journey } from './models/journey.ts';
import { shiftsIn, watchShifts } from './models/shifts.ts';
import { typedApplicant } from './models/typed-applicant.ts';
import type { Visit } from './models/visit.ts';
import { apply } from './models/walk.ts';

const wide = { viewport: { width: 1280, height: 800 } };
const narrow = { viewport: { width: 360, height: 740 } };

describe('the shop’s page around the checkout', () => {
  const here = journey({ isAlone: true, hasPanel: true });

  const attribute = ({ checkout }: Visit, name: string) => checkout.element.getAttribute(name);
  const idOf = ({ checkout }: Visit) =>
    checkout.element.evaluate((element) => Reflect.get(element, 'checkoutId') as string | null);

  it('lets its server price what is chosen, and hands the signed order to the checkout', async () => {
    const visit = await here.visit(wide);
    await visit.checkout.at('details');
    const token = await attribute(visit, 'order-token');
    await visit.page.getByLabel('4 ton').check();
    await visit.page.getByLabel('Learning thermostat').check();
    await visit.checkout.text('$9,969.00').waitFor();
    assert.equal(await attribute(visit, 'amount'), '9969.00');
    assert.notEqual(await attribute(visit, 'order-token'), token);
    assert.match(visit.page.url(), /size=4-ton&add=thermostat/);
  });

  it('keeps the order over a reload, and begins another when asked to', async () => {
    const visit = await here.visit(wide);
    await visit.page.getByLabel('2 ton').check();
    await visit.checkout.text('$7,350.00').waitFor();
    const order = await visit.page.locator('#order-number').textContent();
    await visit.page.reload();
    assert.equal(await attribute(visit, 'amount'), '7350.00');
    assert.equal(await visit.page.locator('#order-number').textContent(), order);
    await visit.page.getByRole('link', { name: 'Start a new order' }).click();
    await visit.checkout.at('details');
    assert.notEqual(await visit.page.locator('#order-number').textContent(), order);
  });

  it('keeps the language that was chosen over a reload', async () => {
    const visit = await here.visit(wide);
    await visit.page.getByLabel('Checkout language').selectOption('es');
    await visit.checkout.text(es.form.title).waitFor();
    await visit.page.reload();
    await visit.checkout.text(es.form.title).waitFor();
  });

  it('says how to pay when the checkout cannot be loaded', async () => {
    const visit = await here.visit(wide);
    await visit.context.route('**/v1/soft-pull-checkout.js', (route) => route.abort());
    await visit.page.reload();
    await visit.page.getByText('Monthly payments are not available right now').waitFor();
  });

  it('begins again when the shopper changes an order that was declined', async () => {
    const visit = await here.visit(wide);
    await apply(visit, typedApplicant('0101'));
    await visit.checkout.at('no_offers');
    const declined = await idOf(visit);
    await visit.page.getByLabel('Learning thermostat').check();
    await visit.checkout.at('details');
    await visit.checkout.text('$8,689.00').waitFor();
    assert.notEqual(await idOf(visit), declined);
    assert.equal(visit.path, 'details → no_offers → details');
    assert.equal(visit.times('soft-pull-error'), 0);
  });

  it('shows events, messages with their links and callbacks, and moves the lender’s clock', async () => {
    const visit = await visitAt('accepted', here, typedApplicant('0001'), wide);
    const { page } = visit;
    await visit.checkout.chargeButton.click();
    await visit.checkout.at('charge_pending');
    const entries = (id: string) => page.locator(`#${id}-list`);
    await entries('element').getByText('accepted → charge_pending').waitFor();
    await entries('callbacks')
      .getByText('consumer_application_complete', { exact: true })
      .waitFor();
    await entries('messages')
      .getByRole('link', { name: 'Open the Payment Portal in a new tab' })
      .waitFor();
    const link = entries('messages')
      .getByRole('link', { name: 'Open the charge approval in a new tab' })
      .first();
    const [tab] = await Promise.all([visit.context.waitForEvent('page'), link.click()]);
    await tab.getByRole('heading', { name: 'asks for a charge' }).waitFor();
    await page.getByRole('button', { name: '+ 48 hours' }).click();
    await page.getByText('clock moved forward by 48 hours').waitFor();
    await tab.reload();
    await tab.getByRole('heading', { name: 'There is nothing left to do here' }).waitFor();
  });

  it('keeps the focus in a message while newer ones come above it', async () => {
    const { page } = await here.visit(wide);
    const sent = (subject: string) => ({ id: subject, subject, channel: 'email', links: [] });
    let messages = [sent('First')];
    await page.route('**/api/sandbox/activity*', (route) =>
      route.fulfill({ json: { now: '2026-03-01T15:00:00Z', messages, callbacks: [] } }),
    );
    // What was asked for before might come after it.
    await page.reload();
    const list = page.locator('#messages-list');
    const first = list.locator('li', { hasText: 'First' }).locator('summary');
    await first.focus();
    messages = [sent('Second'), ...messages];
    await list.getByText('Second').waitFor();
    assert.equal(await first.evaluate((summary) => summary === document.activeElement), true);
  });

  it('forgets everything and starts again on a reset, once it was asked', async () => {
    const visit = await here.visit(wide);
    await visit.checkout.at('details');
    const order = await visit.page.locator('#order-number').textContent();
    const questions: string[] = [];
    const isMeant = { now: false };
    visit.page.on('dialog', (dialog) => {
      questions.push(dialog.message());
      return isMeant.now ? dialog.accept() : dialog.dismiss();
    });
    const resets: string[] = [];
    visit.page.on('request', (request) => {
      if (request.url().endsWith('/api/sandbox/reset')) resets.push(request.method());
    });
    const button = visit.page.getByRole('button', { name: 'Reset the sandbox' });
    await button.click();
    assert.match(
      questions.join(),
      /^Delete all records .* clock .*Merchants .* need .*application can no longer be charged/s,
    );
    assert.deepEqual(resets, []);
    isMeant.now = true;
    await button.click();
    await visit.page.waitForURL((url) => !url.search.includes(order ?? ''));
    await visit.checkout.at('details');
    assert.equal(await visit.page.locator('#messages-count').textContent(), '0');
  });

  it('never moves the shop, open or kept closed', async () => {
    const visit = await here.visit(wide);
    await visit.context.addInitScript(watchShifts);
    for (const isClosed of [false, true]) {
      await visit.page.reload();
      await visit.checkout.at('details');
      assert.deepEqual(await shiftsIn(visit.page.mainFrame()), []);
      if (isClosed) continue;
      await visit.page.getByRole('button', { name: 'Hide' }).click();
      await visit.page.waitForFunction(() => document.cookie.includes('hillside_panel=closed'));
    }
    await visit.page.getByRole('button', { name: 'Developer panel' }).waitFor();
  });

  it('gives the whole small screen to the panel, and the focus back when it closes', async () => {
    const { page } = await here.visit(narrow);
    const toggle = page.getByRole('button', { name: 'Developer panel' });
    await toggle.click();
    await page.getByRole('heading', { name: 'Behind the scenes' }).waitFor();
    assert.equal(await page.locator('#shop').getAttribute('inert'), '');
    await page.keyboard.press('Escape');
    await toggle.waitFor();
    assert.equal(await toggle.evaluate((button) => button === document.activeElement), true);
    assert.equal(await page.locator('#shop').getAttribute('inert'), null);
  });

  it('covers nothing of the checkout on a small screen', async () => {
    const { page, checkout } = await here.visit(narrow);
    await checkout.at('details');
    await checkout.element.evaluate((element) => element.scrollIntoView({ block: 'start' }));
    const toggle = page.getByRole('button', { name: 'Developer panel' });
    // In one look: the form may still grow, with all that is below it.
    const below = await toggle.evaluate((button) => {
      const element = document.querySelector('soft-pull-checkout');
      return element && button.getBoundingClientRect().top - element.getBoundingClientRect().bottom;
    });
    assert.ok(below !== null && below >= 0, `the button begins ${below} px below the checkout`);
  });

  it('embeds the checkout by the npm module as well', async () => {
    const visit = await here.visit(wide);
    await visit.page.getByRole('link', { name: 'npm module' }).click();
    await visit.page.waitForURL(/\/module\?/);
    await visit.checkout.at('details');
  });

  it('asks nobody but the shop, the BFF and the lender for anything', async () => {
    const visit = await here.visit(wide);
    await visit.checkout.at('details');
    const hosts = new Set(visit.requested.map((url) => new URL(url).hostname));
    assert.deepEqual([...hosts], ['localhost']);
  });
});
