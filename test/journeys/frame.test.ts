import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import type { CDPSession, Locator, Page } from 'playwright-core';
import { until } from '../helpers/until.ts';
import { openHostPage } from './models/host-page.ts';
import { journey } from './models/journey.ts';
import { typedApplicant } from './models/typed-applicant.ts';
import type { Visit } from './models/visit.ts';
import { apply } from './models/walk.ts';

/** Where the frame ends and where its content does, in pixels; a wrong one shows as a scroll bar. */
async function edges({ checkout }: Visit) {
  const frame = checkout.element.locator('iframe');
  const { width, height } = (await frame.boundingBox()) ?? { width: 0, height: 0 };
  const content = await checkout.inside.locator('soft-pull-flow .frame').evaluate((element) => ({
    height: Math.ceil(element.getBoundingClientRect().height),
    scrollsTo: document.documentElement.scrollHeight,
    width: document.documentElement.scrollWidth,
  }));
  return { frame: { width: Math.round(width), height }, content };
}

/** The frame comes to fit what it shows: all of it, and not a pixel more. */
async function fits(visit: Visit): Promise<void> {
  // Browsers resize no frame that nobody sees.
  await visit.checkout.element.scrollIntoViewIfNeeded();
  await until('the frame fits its content', async () => {
    const { frame, content } = await edges(visit);
    const isHigh = content.height === frame.height && content.scrollsTo === frame.height;
    return (isHigh && content.width === frame.width) || undefined;
  });
}

describe('the frame', () => {
  const here = journey();

  for (const width of [1280, 320]) {
    it(`is as high as what it shows on a screen of ${width} pixels, and never scrolls`, async () => {
      const visit = await here.visit({ viewport: { width, height: 800 } });
      const { checkout } = visit;
      const applicant = typedApplicant('0001');
      await checkout.at('details');
      await fits(visit);
      await checkout.form.next.click();
      await fits(visit);
      await apply(visit, applicant);
      await checkout.at('offers');
      await fits(visit);
    });
  }

  it('looks like the page: its colours, its scheme, and what becomes of them', async () => {
    const visit = await here.visit({ colorScheme: 'light' });
    const { page, checkout } = visit;
    const style = (css: string) =>
      page.evaluate((text) => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(text);
        document.adoptedStyleSheets = [sheet];
      }, css);
    await checkout.at('details');
    // Colours change over a moment, and stand still where nobody sees them.
    await checkout.element.scrollIntoViewIfNeeded();
    const look = () =>
      checkout.form.next.evaluate((button) => ({
        accent: getComputedStyle(button).backgroundColor,
        scheme: getComputedStyle(button).colorScheme,
        canvas: getComputedStyle(document.documentElement).colorScheme,
      }));
    const becomes = (wanted: Awaited<ReturnType<typeof look>>) =>
      until(`it looks like ${JSON.stringify(wanted)}`, async () => {
        const seen = await look();
        return JSON.stringify(seen) === JSON.stringify(wanted) || undefined;
      });
    const { accent } = await look();
    await style('soft-pull-checkout { --soft-pull-accent: rgb(1, 2, 3); color-scheme: dark; }');
    await becomes({ accent: 'rgb(1, 2, 3)', scheme: 'dark', canvas: 'dark' });
    await style('');
    const usual = { scheme: 'light dark', canvas: 'light dark' };
    await becomes({ accent, ...usual });
    await page.emulateMedia({ colorScheme: 'dark' });
    await until('dark colours', async () => (await look()).accent !== accent || undefined);
  });

  it('takes the focus to what has become of it when the consumer comes back from the lender', async () => {
    const visit = await here.visit();
    const { checkout, lender, page } = visit;
    const applicant = typedApplicant('0001');
    await apply(visit, applicant);
    await checkout.at('offers');
    await checkout.chooseOffer();
    await lender.acceptTerms(applicant);
    await lender.returnToMerchant();
    await checkout.at('accepted');
    const hasFocus = () =>
      checkout.title.evaluate((title) => {
        const root = title.getRootNode() as ShadowRoot;
        return (root.activeElement === title && document.hasFocus()) || undefined;
      });
    await until('the focus on the title', hasFocus);
    await page.getByRole('link', { name: 'Installation' }).focus();
    await checkout.element.evaluate((element: HTMLElement) => element.focus());
    await until('the focus on the title', hasFocus);
  });

  it('is gone to at once by whoever goes on in it, though links of the page glide', async () => {
    const { checkout, page } = await here.visit();
    await checkout.at('details');
    await page.evaluate(() => {
      const isSeen = () => {
        const box = document.querySelector('soft-pull-checkout')?.getBoundingClientRect();
        return box !== undefined && box.top < innerHeight;
      };
      const scrolled = new Promise((resolve) =>
        addEventListener('scroll', () => resolve(isSeen()), { once: true }),
      );
      Reflect.set(window, 'isSeenOnceScrolled', scrolled);
    });
    await checkout.form.field('email').focus();
    assert.ok(await page.evaluate(() => Reflect.get(window, 'isSeenOnceScrolled')));
  });

  it('announces what changes, from a region that was there before', async () => {
    const visit = await here.visit();
    await visit.checkout.at('details');
    const status = visit.checkout.inside.locator('.frame > [role=status]');
    assert.equal(await status.textContent(), '');
    await apply(visit, typedApplicant('0001'));
    await visit.checkout.at('offers');
    assert.equal(await status.textContent(), await visit.checkout.title.textContent());
  });
});

describe('a page that glides to where it is scrolled', () => {
  const here = journey();
  const tall = '<p style="block-size: 900px">Something else.</p>';
  // What is longer or shorter than before moves the page as well, if it may.
  const glides = '<style>html { scroll-behavior: smooth; overflow-anchor: none }</style>';

  for (const isolation of ['frame', 'inline'] as const) {
    it(`is at once where the next screen begins: ${isolation}`, async () => {
      const visit = await here.visit({ isolation, viewport: { width: 390, height: 500 } });
      const { page, checkout } = visit;
      await openHostPage(page, here.product, { isolation, around: [glides + tall, tall] });
      await checkout.at('details');
      await checkout.form.fill(typedApplicant('0001'));
      await checkout.form.readAuthorization();
      // It waits until nothing moves any more.
      await checkout.form.agree.hover();
      await page.evaluate(() => {
        const places = new Set([Math.round(scrollY)]);
        addEventListener('scroll', () => places.add(Math.round(scrollY)));
        Reflect.set(window, 'placesScrolledTo', places);
      });
      await checkout.form.agree.click();
      await checkout.at('offers');
      await until('the title in view', async () => {
        const { y = -1 } = (await checkout.title.boundingBox()) ?? {};
        return (y >= 0 && y < 400) || undefined;
      });
      const places = await page.evaluate(() => [...Reflect.get(window, 'placesScrolledTo')]);
      const ends = [places.at(0), places.at(-1)];
      // A busy browser may set the button right by a few pixels before it is pressed.
      const between = places.filter((place) => ends.every((end) => Math.abs(place - end) > 20));
      assert.deepEqual(between, [], String(places));
    });
  }
});

describe('a frame that is kept from the page', () => {
  const here = journey({ isSideBySide: true });

  const cases = [
    { why: 'the page is none of the merchant’s', url: 'http://stranger.localhost/pay' },
    { why: 'the merchant is unknown', merchant: 'pk_nobody' },
    {
      why: 'the page’s own policy allows none',
      policy: "default-src * 'unsafe-inline'; frame-src 'none'",
    },
  ];

  it('is said to be, where the form would be, and to the page', { timeout: 60_000 }, async () => {
    const findings = cases.map(async ({ why, ...options }) => {
      const visit = await here.visit();
      const begun = visit.heard.length;
      await openHostPage(visit.page, here.product, options);
      await visit.checkout.element.getByRole('alert').waitFor();
      const text = await visit.checkout.element.getByRole('alert').textContent();
      assert.match(text ?? '', /could not be loaded/, why);
      const errors = visit.heard.slice(begun).filter(({ type }) => type === 'soft-pull-error');
      assert.deepEqual(
        errors.map(({ detail }) => detail.code),
        ['frame_blocked'],
        why,
      );
      assert.equal(await visit.checkout.screen, null, why);
    });
    await Promise.all(findings);
  });
});

interface Counts {
  frames: number;
  documents: number;
  listeners: number;
}

const LOOKS = 20;

async function collected(session: CDPSession, page: Page): Promise<Counts> {
  // What only an earlier collection has set free goes with the next one.
  for (let round = 0; round < 3; round += 1) {
    await session.send('HeapProfiler.collectGarbage');
  }
  const { documents, jsEventListeners } = await session.send('Memory.getDOMCounters');
  return { frames: page.frames().length, documents, listeners: jsEventListeners };
}

const NOTHING: Counts = { frames: 0, documents: 0, listeners: 0 };

/** What there is more of than before. Calls that were given up let go of theirs a moment later. */
async function leftBehind(session: CDPSession, page: Page, before: Counts): Promise<Counts> {
  for (let look = 0; ; look += 1) {
    const now = await collected(session, page);
    const more = {
      frames: Math.max(0, now.frames - before.frames),
      documents: Math.max(0, now.documents - before.documents),
      listeners: Math.max(0, now.listeners - before.listeners),
    };
    if (look === LOOKS || isDeepStrictEqual(more, NOTHING)) return more;
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  }
}

/** Counts the timers that the page's scripts wait for, from the next page on. */
async function countTimers(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const waiting = new Set<unknown>();
    const { setTimeout, clearTimeout } = window;
    window.setTimeout = ((run: TimerHandler, delay?: number, ...rest: unknown[]) => {
      const fire = () => {
        waiting.delete(timer);
        if (typeof run === 'function') run(...rest);
      };
      const timer: number = setTimeout(fire, delay);
      waiting.add(timer);
      return timer;
    }) as typeof window.setTimeout;
    window.clearTimeout = (timer) => {
      waiting.delete(timer);
      clearTimeout(timer);
    };
    Reflect.set(window, 'timersWaiting', () => waiting.size);
  });
  return () => page.evaluate(() => Reflect.get(window, 'timersWaiting')());
}

/** Takes the element off its page; what comes back puts another like it there, and takes it away. */
async function mounting(element: Locator) {
  const template = await element.evaluateHandle((mounted) => {
    mounted.remove();
    return mounted.cloneNode();
  });
  return (count: number, untilReady: boolean) =>
    template.evaluate(
      async (like, [times, waits]) => {
        for (let round = 0; round < times; round += 1) {
          const mounted = like.cloneNode();
          const ready = new Promise((resolve) =>
            mounted.addEventListener('soft-pull-ready', resolve),
          );
          document.querySelector('main')?.append(mounted);
          // Some are taken away in the middle of it all.
          await (waits ? ready : new Promise((resolve) => setTimeout(resolve, 3 * round)));
          mounted.parentNode?.removeChild(mounted);
        }
      },
      [count, untilReady] as const,
    );
}

describe('100 mounts and unmounts', () => {
  const here = journey();

  for (const isolation of ['frame', 'inline'] as const) {
    it(`leave no frame, document, listener or timer behind: ${isolation}`, async () => {
      const { page, context, checkout } = await here.visit({ isolation });
      const timers = await countTimers(page);
      await openHostPage(page, here.product, { isolation });
      await checkout.at('details');
      const session = await context.newCDPSession(page);
      const mountAndUnmount = await mounting(checkout.element);
      await mountAndUnmount(5, true);
      const before = await collected(session, page);
      await mountAndUnmount(50, true);
      await mountAndUnmount(50, false);
      await until('no timer', async () => (await timers()) === 0 || undefined);
      assert.deepEqual(await leftBehind(session, page, before), NOTHING);
    });
  }
});
