import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { docsPages } from '../../demo/docs/docs-routes.ts';
import { journey } from './models/journey.ts';

describe('a page around the checkout, in text twice as large', () => {
  const here = journey({ hasLargeText: true });

  it('is as wide as a phone: shop, simulator, docs, screens and front pages', async () => {
    const viewport = { width: 360, height: 800 };
    const { page, checkout } = await here.visit({ viewport });
    const { demoUrl, bffUrl, lendingUrl } = here.product;
    await checkout.at('details');
    const paths = ['/', '/simulator', '/screens', ...docsPages.map(({ path }) => path)];
    const widths: Record<string, number> = {};
    for (const url of [...paths.map((path) => demoUrl + path), bffUrl, lendingUrl]) {
      await page.goto(url);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      if (width !== viewport.width) widths[url] = width;
    }
    assert.deepEqual(widths, {});
  });
});
