import type { Page, Request } from 'playwright-core';
import { launchChromium } from '../helpers/chromium.ts';
import { serve } from '../helpers/serve.ts';
import { until } from '../helpers/until.ts';
import type { Part } from './part.ts';

const mostKilobytes = 36;
const mostOfScript = 7;
const script = 'GET /v1/soft-pull-checkout.js';

interface Fetched {
  name: string;
  /** What came over the wire for the body, compressed where the BFF compresses. */
  bytes: number;
}

/** What a browser has to get from the BFF, by any method, before the form works. */
export const bytes: Part = {
  name: 'bytes',
  title: 'Bytes from the BFF (brotli) until the form works',
  async run() {
    const product = await serve();
    const browser = await launchChromium();
    try {
      // As high as the shop's page: browsers draw no frame that nobody sees.
      const page = await browser.newPage({ viewport: { width: 1280, height: 3000 } });
      const files = await fetchedUntilFormWorks(page, product);
      const built = files.filter(({ name }) => /\/frame$|\.js$/.test(name));
      const total = built.reduce((sum, { bytes: size }) => sum + size, 0);
      return [
        ...files.map(({ name, bytes: size }) => ({
          name,
          value: size / 1000,
          unit: 'kB',
          ...(name === script && { atMost: mostOfScript }),
        })),
        { name: 'its files in all', value: total / 1000, unit: 'kB', atMost: mostKilobytes },
      ];
    } finally {
      await browser.close();
      await product.remove();
    }
  },
};

async function fetchedUntilFormWorks(
  page: Page,
  { demoUrl, bffUrl }: { demoUrl: string; bffUrl: string },
): Promise<Fetched[]> {
  const requests: Request[] = [];
  page.on('requestfinished', (request) => {
    if (request.url().startsWith(bffUrl)) requests.push(request);
  });
  await page.addInitScript(markReady);
  await page.goto(demoUrl);
  const readyAt = await until(
    'the form works',
    async () => (await page.evaluate(readAt)) ?? undefined,
  );
  await page.waitForLoadState('networkidle');
  const before = requests.filter((request) => request.timing().startTime <= readyAt);
  return Promise.all(before.map(describe));
}

async function describe(request: Request): Promise<Fetched> {
  const { responseBodySize } = await request.sizes();
  const name = `${request.method()} ${new URL(request.url()).pathname}`;
  return { name, bytes: responseBodySize };
}

/** Runs in the page: the element says once that its first screen is drawn, and the form works. */
function markReady(): void {
  addEventListener('soft-pull-ready', () => performance.mark('form-works'), { once: true });
}

/** Runs in the page: the time of it as epoch milliseconds, or null before it. */
function readAt(): number | null {
  const [mark] = performance.getEntriesByName('form-works');
  return mark === undefined ? null : performance.timeOrigin + mark.startTime;
}
