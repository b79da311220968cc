import { brotliCompressSync } from 'node:zlib';
import type { Page, Response } from 'playwright-core';
import { launchChromium } from '../helpers/chromium.ts';
import { serve } from '../helpers/serve.ts';
import type { Part } from './part.ts';

const mostKilobytes = 30;

/** What a browser loads from the BFF until the first field can be typed in. */
export const bytes: Part = {
  name: 'bytes',
  title: 'Brotli bytes from the BFF until the first field',
  async run() {
    const product = await serve();
    const browser = await launchChromium();
    try {
      const page = await browser.newPage();
      const files = await loadedUntilFirstField(page, product);
      const total = files.reduce((sum, { size }) => sum + size, 0);
      return [
        ...files.map(({ name, size }) => ({ name, value: size / 1000, unit: 'kB' })),
        { name: 'in all', value: total / 1000, unit: 'kB', atMost: mostKilobytes },
      ];
    } finally {
      await browser.close();
      await product.remove();
    }
  },
};

async function loadedUntilFirstField(
  page: Page,
  { demoUrl, bffUrl }: { demoUrl: string; bffUrl: string },
): Promise<{ name: string; size: number }[]> {
  const responses: Response[] = [];
  page.on('response', (response) => {
    if (response.url().startsWith(bffUrl)) responses.push(response);
  });
  await page.goto(demoUrl);
  await page.locator('soft-pull-checkout input').first().waitFor();
  const loaded = responses.splice(0).filter((response) => response.request().method() === 'GET');
  return Promise.all(
    loaded.map(async (response) => ({
      name: new URL(response.url()).pathname,
      size: brotliCompressSync(await response.body()).length,
    })),
  );
}
