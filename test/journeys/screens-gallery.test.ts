import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { en } from '../../widget/strings/en.ts';
import { until } from '../helpers/until.ts';
import { journey } from './models/journey.ts';

describe('the gallery of screens', () => {
  const here = journey();

  it('draws a screen whole, in a frame that is as high', async () => {
    const { page } = await here.visit();
    await page.goto(`${here.product.demoUrl}/screens`);
    const frame = page.locator('iframe[title="cancelled, terms_declined"]');
    await page.getByText('Open all').click();
    await frame.scrollIntoViewIfNeeded();
    await frame.contentFrame().getByRole('heading', { level: 2 }).waitFor();
    await page.waitForFunction(() => {
      const it = document.querySelector<HTMLIFrameElement>('iframe[title^="cancelled, terms"]');
      const height = it?.contentDocument?.documentElement.offsetHeight ?? 0;
      return height > 100 && Number(it?.height) === height;
    });
  });

  it('wears the colors that the page pins', async () => {
    const { page } = await here.visit({ colorScheme: 'light' });
    await page.goto(`${here.product.demoUrl}/screens/offers?scheme=dark`);
    const card = page.locator('soft-pull-checkout .card');
    // What is drawn first may be drawn again, and what was taken out of the page has no colors.
    await until('the card is dark', async () => {
      const scheme = await card.evaluate((it) => getComputedStyle(it).colorScheme);
      return scheme === 'dark only' || undefined;
    });
  });

  it('shows each part of the form, filled in so far, and leaves the page where it is', async () => {
    const { page } = await here.visit();
    await page.goto(`${here.product.demoUrl}/screens`);
    await page.getByText('Open all').click();
    for (const [name, field] of [
      ['home', en.form.fields.address_1.label],
      ['consent', en.form.fields.ssn.label],
    ] as const) {
      const screen = page.frameLocator(`iframe[title="details, ${name}"]`);
      await screen.getByLabel(field, { exact: true }).waitFor();
    }
    assert.equal(await page.evaluate(() => scrollY), 0);
  });

  it('shows the form with its texts', async () => {
    const { page } = await here.visit();
    await page.goto(`${here.product.demoUrl}/screens/details?locale=en`);
    await page.getByRole('heading', { name: en.form.title }).waitFor();
    await page.locator('soft-pull-checkout .notices').waitFor();
  });
});
