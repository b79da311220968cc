import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { faultsOf } from './models/fitness.ts';
import { journey } from './models/journey.ts';

/** Links that are less than 44 px high. */
function lowLinks(page: Page): Promise<string[]> {
  return page
    .getByRole('link')
    .evaluateAll((links: HTMLElement[]) =>
      links
        .filter((link) => link.getBoundingClientRect().height < 44)
        .map((link) => link.innerText),
    );
}

describe('the front page of a service fits and is accessible', () => {
  const here = journey();

  for (const service of ['bffUrl', 'lendingUrl'] as const) {
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const width of [320, 360, 1280]) {
        it(`${service}, ${colorScheme}, ${width} px`, async () => {
          const viewport = { width, height: 800 };
          const page = await here.browser.newPage({ colorScheme, viewport });
          const complaints: string[] = [];
          page.on('console', (message) => complaints.push(message.text()));
          await page.goto(here.product[service]);
          assert.deepEqual(await faultsOf({ page, content: page.locator('main') }), []);
          assert.deepEqual(await lowLinks(page), []);
          assert.deepEqual(complaints, []);
        });
      }
    }
  }

  it('leads to the shop', async () => {
    const page = await here.browser.newPage();
    await page.goto(here.product.bffUrl);
    await page.getByRole('link', { name: 'Demo shop' }).click();
    await page.locator('soft-pull-checkout').waitFor();
  });
});

describe('the API reference needs no scrolling to the side', () => {
  const here = journey();

  for (const [service, path] of [
    ['bffUrl', '/docs'],
    ['lendingUrl', '/docs'],
    ['lendingUrl', '/docs/sandbox'],
  ] as const) {
    it(`${service}, ${path}`, async () => {
      const page = await here.browser.newPage({ viewport: { width: 320, height: 800 } });
      await page.goto(`${here.product[service]}${path}`);
      await page.locator('.opblock-tag').first().waitFor();
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.equal(width, 320);
    });
  }
});
