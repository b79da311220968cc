import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, describe, it } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { launchWithProfile } from '../helpers/chromium.ts';
import { startHostServer } from './models/host-server.ts';
import { journey } from './models/journey.ts';
import { typedApplicant } from './models/typed-applicant.ts';
import { listen, Visit } from './models/visit.ts';
import { walkToOffers } from './models/walk.ts';

/** Another site than the BFF's, as browsers see it: 127.0.0.1 and not localhost. */
const host = await startHostServer();
after(() => host.close());

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

/** Chromium's own setting: 1 blocks whatever third parties store, 0 nothing. */
type CookieControlsMode = 0 | 1;

/** What a frame of the BFF finds of what was stored while the BFF's own page was visited. */
async function storesOfFrame(page: Page, bffUrl: string) {
  const [frame] = page.frames().filter((one) => one.url().startsWith(bffUrl));
  return frame?.evaluate(() => {
    const reading = (read: () => string | null) => {
      try {
        return read();
      } catch (error) {
        return (error as Error).name;
      }
    };
    return {
      local: reading(() => localStorage.getItem('visited')),
      session: reading(() => sessionStorage.getItem('visited')),
      cookie: document.cookie,
    };
  });
}

describe('where the browser blocks what third parties store', () => {
  const here = journey({ environment: host.environment });
  const closings: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closings.splice(0)) await close();
  });

  /** In a profile with that setting, before a shop of another site, after a visit to the BFF. */
  async function visitShop(mode: CookieControlsMode): Promise<Visit> {
    const folder = await mkdtemp(join(tmpdir(), 'soft-pull-profile-'));
    const preferences = { cookie_controls_mode: mode, block_third_party_cookies: mode === 1 };
    const context = await launchWithProfile(folder, { profile: preferences });
    closings.push(
      () => context.close(),
      () => rm(folder, { recursive: true, force: true, maxRetries: 3 }),
    );
    const heard = await listen(context);
    const visit = new Visit(await context.newPage(), heard, {
      locale: 'en',
      isolation: 'frame',
      hasFrameProcess: true,
    });
    const { bffUrl } = here.product;
    await visit.page.goto(`${bffUrl}/healthz`);
    await visit.page.evaluate(async () => {
      localStorage.setItem('visited', 'yes');
      await cookieStore.set({ name: 'visited', value: 'yes', sameSite: 'none' });
    });
    const body = `<!doctype html><html lang="en"><meta charset="utf-8"><title>A shop</title>
<script type="module" src="${bffUrl}/v1/soft-pull-checkout.js"></script>
<soft-pull-checkout server="${bffUrl}" merchant="pk_sandbox_hillside" amount="8400.00"
></soft-pull-checkout>`;
    await visit.page.goto(host.put('/shop', { body }));
    await visit.checkout.at('details');
    return visit;
  }

  it('a checkout leads to its offers in its frame, and is there after a reload', async () => {
    const visit = await visitShop(1);
    const refused = 'SecurityError';
    assert.deepEqual(await storesOfFrame(visit.page, here.product.bffUrl), {
      local: refused,
      session: refused,
      cookie: '',
    });
    await walkToOffers(visit, typedApplicant('0001'));
    const offers = await visit.checkout.inside.locator('.offer').count();
    await visit.page.reload();
    await visit.checkout.at('offers');
    assert.equal(await visit.checkout.inside.locator('.offer').count(), offers);
    assert.equal(visit.times('soft-pull-error'), 0);
  });

  it('its frame would find them under another setting, which proves that they are blocked', async () => {
    const { page } = await visitShop(0);
    const found = await storesOfFrame(page, here.product.bffUrl);
    assert.equal(found?.cookie, 'visited=yes');
    assert.equal(found?.session, null);
  });
});
