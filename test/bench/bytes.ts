import type { Frame, Page, Request } from 'playwright-core';
import { until } from '../helpers/until.ts';
import { launchChromium } from '../helpers/chromium.ts';
import { serve } from '../helpers/serve.ts';
import type { Part } from './part.ts';

const mostKilobytes = 36;
const mostOfScript = 7;
const script = 'GET /v1/soft-pull-checkout.js';

interface Fetched {
  name: string;
  /** What came over the wire for the body, compressed where the BFF compresses. */
  bytes: number;
}

/** What a browser has to get from the BFF, by any method, before the first field can be seen. */
export const bytes: Part = {
  name: 'bytes',
  title: 'Bytes from the BFF (brotli) until the first field',
  async run() {
    const product = await serve();
    const browser = await launchChromium();
    try {
      // As high as the shop's page: browsers draw no frame that nobody sees.
      const page = await browser.newPage({ viewport: { width: 1280, height: 3000 } });
      const files = await fetchedUntilFirstField(page, product);
      const total = files.reduce((sum, { bytes: size }) => sum + size, 0);
      return [
        ...files.map(({ name, bytes: size }) => ({
          name,
          value: size / 1000,
          unit: 'kB',
          ...(name === script && { atMost: mostOfScript }),
        })),
        { name: 'in all', value: total / 1000, unit: 'kB', atMost: mostKilobytes },
      ];
    } finally {
      await browser.close();
      await product.remove();
    }
  },
};

async function fetchedUntilFirstField(
  page: Page,
  { demoUrl, bffUrl }: { demoUrl: string; bffUrl: string },
): Promise<Fetched[]> {
  const requests: Request[] = [];
  page.on('requestfinished', (request) => {
    if (request.url().startsWith(bffUrl)) requests.push(request);
  });
  await page.addInitScript(markFirstField);
  await page.goto(demoUrl);
  const shownAt = await until('the first field', () => firstShown(page.frames()));
  await page.waitForLoadState('networkidle');
  const before = requests.filter((request) => request.timing().startTime <= shownAt);
  return Promise.all(before.map(describe));
}

async function describe(request: Request): Promise<Fetched> {
  const { responseBodySize } = await request.sizes();
  const name = `${request.method()} ${new URL(request.url()).pathname}`;
  return { name, bytes: responseBodySize };
}

/** When it was shown, in whichever frame of the page. */
async function firstShown(frames: readonly Frame[]): Promise<number | undefined> {
  const times = await Promise.all(frames.map((frame) => frame.evaluate(firstFieldShownAt)));
  return times.find((time) => time !== null) ?? undefined;
}

/** Runs in the page and its frames: looks, before they are painted, for a field that is laid out. */
function markFirstField(): void {
  const look = () => {
    const roots: (ShadowRoot | Document)[] = [document];
    for (const root of roots) {
      for (const { shadowRoot } of root.querySelectorAll('*')) {
        if (shadowRoot !== null) roots.push(shadowRoot);
      }
      const isShown = root !== document && root.querySelector('input')?.checkVisibility();
      if (isShown) return void performance.mark('first-field');
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** Runs in the page: the time of that frame as epoch milliseconds, or null before it. */
function firstFieldShownAt(): number | null {
  const [mark] = performance.getEntriesByName('first-field');
  return mark === undefined ? null : performance.timeOrigin + mark.startTime;
}
