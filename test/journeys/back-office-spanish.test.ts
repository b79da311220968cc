import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { en } from '../../demo/back-office/strings/en.ts';
import { es } from '../../demo/back-office/strings/es.ts';
import { marks, textsOf } from '../demo/back-office/strings/texts-of.ts';
import { BackOffice } from './models/back-office.ts';
import { orderAt } from './models/brought.ts';
import { faultsOf } from './models/fitness.ts';
import { journey } from './models/journey.ts';
import { typedApplicant } from './models/typed-applicant.ts';

const phone = { locale: 'es-MX', viewport: { width: 320, height: 800 } };

/** Words that stand in nearly every English sentence and in no Spanish one. */
const common = 'the|of|is|are|and|this|that|with|for|from|by|you|your|not|order|charge|customer';

/** As a word of its own. */
function asWord(pattern: string, flags = ''): RegExp {
  return new RegExp(`(?<![\\p{L}.])(?:${pattern})(?![\\p{L}])`, `u${flags}`);
}

const spanish = textsOf(es).map(([, text]) => text);
const english = textsOf(en)
  .flatMap(([, text]) => text.split(new RegExp(marks.join('|'))))
  .map((text) => text.replaceAll(/^\P{L}+|\P{L}+$/gu, ''))
  .filter((text) => text.length > 1)
  .map((text) => asWord(text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')))
  .filter((text) => !spanish.some((each) => text.test(each)));

/** The page's texts, its title and its names for who cannot see it, but for codes of the API. */
function textOf(page: Page): Promise<string> {
  return page.evaluate(() => {
    const body = document.body.cloneNode(true) as HTMLElement;
    const named = [...body.querySelectorAll('[aria-label], [alt]')];
    const names = named.map((each) => each.getAttribute('aria-label') ?? each.getAttribute('alt'));
    for (const code of body.querySelectorAll('code, [lang]')) code.remove();
    const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
    const texts = [document.title, ...names];
    while (walker.nextNode()) texts.push(walker.currentNode.textContent);
    const times = [...body.querySelectorAll('time')].map(({ title }) => title);
    const whole = [...texts, ...times].join('\n');
    // Events' types, and numbers of orders: by chance those hold a word.
    return whole.replaceAll(/(?:charge|checkout|refund)\.\w+|(?=[A-Z-]*\d)[A-Z\d-]{6,}/g, '');
  });
}

describe('the back office in Spanish', () => {
  const here = journey();

  it('has no English word of ours on any page, fits a phone and is accessible', async () => {
    const { orderId, client } = await orderAt('charge_outcome', here, typedApplicant('0001'));
    const step = await client.step();
    const uuid = 'payment_request_uuid' in step ? step.payment_request_uuid : null;
    await here.sandbox.transaction(uuid, 'Transferred');
    const { orderId: uncharged } = await orderAt('accepted', here, typedApplicant('0001'));
    const office = await BackOffice.open(here, phone, es);
    const { page } = office;
    const content = page.locator('body');
    const look = async (name: string) => {
      await page.evaluate(() => {
        for (const details of document.querySelectorAll('details')) details.open = true;
      });
      const text = await textOf(page);
      const words = [asWord(common, 'i'), ...english].flatMap((each) => each.exec(text) ?? []);
      assert.deepEqual(words, [], name);
      assert.equal(await page.locator('html').getAttribute('lang'), 'es', name);
      assert.deepEqual(await faultsOf({ page, content }), [], name);
    };
    await look('orders');
    await office.search(orderId);
    await office.openOrder(orderId);
    await look('order');
    const order = page.url();
    for (const form of ['charge?kind=111', 'cancel', 'limit', 'link']) {
      await page.goto(`${order}/${form}`);
      await look(form);
    }
    await page.goto(office.url);
    await office.search(uncharged);
    await office.openOrder(uncharged);
    await page.goto(`${page.url()}/charge?kind=113`);
    await page.getByLabel(es.common.amount).waitFor();
    await look('a charge');
    await page.goto(order);
    await page.getByRole('link', { name: es.order.refund, exact: true }).click();
    await page.getByRole('radio', { name: es.actions.aPart }).check();
    await page.getByLabel(es.actions.partAmount).fill('9000');
    await page.getByRole('button', { name: es.order.refund, exact: true }).click();
    await page.getByRole('alert').waitFor();
    await look('a refused refund');
    await office.sell({ amount: '5000', description: 'Caldera' });
    await look('a sale');
    await page.getByRole('link', { name: es.common.sections.money }).click();
    await page.getByRole('heading', { level: 1, name: es.money.title }).waitFor();
    await look('money');
    await page.getByRole('link', { name: es.common.failedWebhooks }).click();
    await page.getByRole('heading', { level: 1, name: es.common.failedWebhooks }).waitFor();
    await look('failed webhooks');
    await page.getByRole('button', { name: es.common.signOut }).click();
    await page.getByLabel(es.signIn.password).waitFor();
    await look('sign-in');
  });

  it('changes to English and back on the page where one is', async () => {
    const office = await BackOffice.open(here, phone, es);
    const { page } = office;
    await page.getByRole('link', { name: es.common.sections.money }).click();
    await page.getByRole('button', { name: 'English' }).click();
    await page.getByRole('heading', { level: 1, name: en.money.title }).waitFor();
    await page.getByRole('link', { name: en.common.sections.sale }).click();
    await page.getByRole('heading', { level: 1, name: en.sale.title }).waitFor();
    await page.getByRole('button', { name: 'Español' }).click();
    await page.getByRole('heading', { level: 1, name: es.sale.title }).waitFor();
    assert.deepEqual(office.complaints, []);
  });

  for (const width of [768, 820]) {
    it(`cuts no choice and breaks no sum on a tablet, ${width}`, async () => {
      const { page } = await BackOffice.open(
        here,
        { ...phone, viewport: { width, height: 1024 } },
        es,
      );
      const cut = await page.locator('.filters select').evaluateAll(
        (selects) =>
          selects.filter((select) => {
            const given = select.getBoundingClientRect().width;
            select.style.cssText = 'width: max-content; max-width: none; flex: none';
            return select.getBoundingClientRect().width > given;
          }).length,
      );
      assert.equal(cut, 0);
      await page.getByRole('link', { name: es.common.sections.money }).click();
      const sums = page.locator('.sum-tile dd');
      await sums.first().waitFor();
      await page.waitForLoadState();
      const lines = await sums.evaluateAll((figures) =>
        figures.map((figure) => {
          figure.textContent = '−$142,000.00';
          const range = document.createRange();
          range.selectNodeContents(figure);
          return new Set([...range.getClientRects()].map(({ top }) => top)).size;
        }),
      );
      assert.deepEqual(lines, [1, 1, 1, 1]);
    });
  }
});

describe('the back office in Spanish, in text twice as large', () => {
  const here = journey({ hasLargeText: true });

  it('is as wide as a narrow screen', async () => {
    const { page, url } = await BackOffice.open(here, phone, es);
    for (const path of ['orders', 'sales/new', 'money', 'webhooks/failed']) {
      await page.goto(`${url}/${path}`);
      const width = await page.evaluate(() => {
        for (const details of document.querySelectorAll('details')) details.open = true;
        return document.documentElement.scrollWidth;
      });
      assert.equal(width, phone.viewport.width, path);
    }
  });
});
