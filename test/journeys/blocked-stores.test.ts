import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { BrowserContext } from 'playwright-core';
import { journey } from './models/journey.ts';
import { typedApplicant } from './models/typed-applicant.ts';
import { walkToOffers } from './models/walk.ts';

/**
 * A browser that keeps nothing for a page, as in-app browsers and strict settings do: whatever
 * reaches for a store, or a cookie, in the page or in its frames, is refused.
 */
async function refuseStores(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    };
    const refused = { configurable: true, get: refuse, set: refuse };
    for (const name of ['sessionStorage', 'localStorage', 'indexedDB', 'caches']) {
      Object.defineProperty(window, name, refused);
    }
    Object.defineProperty(Document.prototype, 'cookie', refused);
  });
}

describe('where nothing can be stored', () => {
  const here = journey();

  for (const isolation of ['frame', 'inline'] as const) {
    it(`a checkout leads to its offers, and is there after a reload: ${isolation}`, async () => {
      const visit = await here.visit({ isolation, startsAt: 'nowhere' });
      await refuseStores(visit.context);
      await visit.page.goto(here.product.demoUrl);
      await visit.checkout.at('details');
      for (const frame of visit.page.frames()) {
        const reaching = frame.evaluate(() => [sessionStorage, document.cookie]);
        await assert.rejects(reaching, /SecurityError/);
      }
      await walkToOffers(visit, typedApplicant('0001'));
      const offers = await visit.checkout.inside.locator('.offer').count();
      await visit.page.reload();
      await visit.checkout.at('offers');
      assert.equal(await visit.checkout.inside.locator('.offer').count(), offers);
      assert.equal(visit.times('soft-pull-error'), 0);
    });
  }
});
