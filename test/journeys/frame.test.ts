import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { en } from '../../widget/strings/en.ts';
import { until } from '../helpers/until.ts';
import { visitAt } from './models/brought.ts';
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

/** The page's own, from now on. */
function style(page: Page, css: string): Promise<void> {
  return page.evaluate((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets = [sheet];
  }, css);
}

describe('the frame', () => {
  const here = journey({ hasMotion: true, hasFrameProcess: true });

  for (const width of [1280, 320]) {
    it(`is as high as what it shows on a screen of ${width} pixels, and never scrolls [wcag:frame-height]`, async () => {
      const visit = await here.visit({ viewport: { width, height: 800 } });
      const { checkout } = visit;
      const applicant = typedApplicant('0001');
      await checkout.at('details');
      await fits(visit);
      await checkout.form.next.click();
      await checkout.inside.locator('.summary').waitFor();
      await fits(visit);
      await apply(visit, applicant);
      await checkout.at('offers');
      await fits(visit);
    });
  }

  it('looks like the page: its colors, its scheme, and what becomes of them', async () => {
    const visit = await here.visit({ colorScheme: 'light' });
    const { page, checkout } = visit;
    await checkout.at('details');
    // Colors change over a moment, and stand still where nobody sees them.
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
    await style(
      page,
      'soft-pull-checkout { --soft-pull-accent: rgb(1, 2, 3); color-scheme: dark; }',
    );
    await becomes({ accent: 'rgb(1, 2, 3)', scheme: 'dark', canvas: 'dark' });
    await style(page, '');
    const usual = { scheme: 'light dark', canvas: 'light dark' };
    await becomes({ accent, ...usual });
    await page.emulateMedia({ colorScheme: 'dark' });
    await until('dark colors', async () => (await look()).accent !== accent || undefined);
  });

  it('takes the focus to what has become of it when the consumer comes back from the lender', async () => {
    const applicant = typedApplicant('0001');
    const { checkout, lender, page } = await visitAt('offers', here, applicant);
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
  const here = journey({ hasMotion: true, hasFrameProcess: true });
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
      // A slow lender has a view of its own on the way; a page that glides is at many places.
      assert.ok(between.length <= 1, String(places));
    });
  }
});

describe('what takes the focus', () => {
  const here = journey({ hasFrameProcess: true });
  const viewport = { width: 360, height: 640 };
  const bar = 64;
  const bars = `
    html { scroll-padding: 0 }
    body::before, body::after { position: fixed; z-index: 9; inset: 0 0 auto; block-size: ${bar}px; background: navy; content: '' }
    body::after { inset-block: auto 0 }
  `;

  /** Once it has come to rest where none of it is behind a bar. */
  async function isClear(...found: readonly Locator[]): Promise<void> {
    await until('it is between the bars', async () => {
      const boxes = await Promise.all(found.map((each) => each.boundingBox()));
      const ends = boxes.map((box) => box !== null && [box.y, box.y + box.height]);
      const isBetween = ends.flat().every((y) => y && y >= bar && y <= viewport.height - bar);
      return isBetween || undefined;
    });
  }

  for (const isolation of ['frame', 'inline'] as const) {
    it(`is clear of the bars that a page pins: ${isolation} [wcag:pinned-bars]`, async () => {
      const visit = await here.visit({ isolation, viewport });
      const { page, checkout } = visit;
      const { form, inside } = checkout;
      const applicant = typedApplicant('0001');
      await style(page, bars);
      await checkout.at('details');
      await form.next.press('Enter');
      await isClear(inside.locator('.summary'));
      await inside.locator('.summary a').last().press('Enter');
      await isClear(form.field('email'), inside.locator('[for=email]'));
      await form.fillAbout(applicant);
      await form.next.press('Enter');
      await isClear(form.part(2), inside.getByText(en.form.progress(2, 3)));
      await form.fillHome(applicant);
      await form.next.press('Enter');
      await form.fillConsents(applicant);
      // The title is at the frame's top, beyond which no frame can reach.
      if (isolation === 'frame') await style(page, `${bars} html { scroll-padding: ${bar}px }`);
      await form.send();
      await checkout.at('offers');
      await isClear(checkout.title);
    });
  }
});

describe('a frame that is kept from the page', () => {
  const here = journey({ isSideBySide: true, hasFrameProcess: true });

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
