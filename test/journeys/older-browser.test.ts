import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Locator } from 'playwright-core';
import { journey } from './models/journey.ts';
import { removeNewerFeatures } from './models/older-browser.ts';
import { typedApplicant } from './models/typed-applicant.ts';
import { walkToLender } from './models/walk.ts';

describe('a phone that stops at iOS 16', () => {
  const here = journey();

  for (const isolation of ['frame', 'inline'] as const) {
    it(`is walked to its charge, with colors that can be read: ${isolation}`, async () => {
      // The styles that are changed no longer have the hashes that the policy names.
      const visit = await here.visit({
        isolation,
        startsAt: 'nowhere',
        colorScheme: 'dark',
        bypassCSP: true,
        // A page that is answered by the test stands in no network of its own.
        permissions: ['local-network-access'],
      });
      await removeNewerFeatures(visit.page.context());
      await visit.page.goto(here.product.demoUrl);
      const applicant = typedApplicant('0001');
      await visit.checkout.at('details');
      const heading = visit.checkout.form.part(1);
      assert.deepEqual(await looksOf(heading), ['rgb(21, 26, 35)', 'rgb(255, 255, 255)']);
      await walkToLender(visit, applicant);
      // Until its styles are here, the page has the browser's own colors.
      await visit.page.waitForLoadState();
      assert.deepEqual(await looksOf(visit.lender.identity), [
        'rgb(23, 32, 51)',
        'rgb(255, 255, 255)',
      ]);
      await visit.lender.acceptTerms(applicant);
      await visit.lender.returnToMerchant();
      await visit.checkout.at('accepted');
      assert.deepEqual(await looksOf(visit.checkout.chargeButton), [
        'rgb(255, 255, 255)',
        'rgb(31, 71, 209)',
      ]);
      await visit.checkout.chargeButton.click();
      await visit.checkout.at('charge_pending');
    });
  }
});

/** The color of its text, and that of the nearest ground behind it. */
function looksOf(text: Locator): Promise<string[]> {
  return text.evaluate((start) => {
    const ground = (at: Node | null): string => {
      if (at === null) return 'none';
      const color = at instanceof Element ? getComputedStyle(at).backgroundColor : '';
      if (/^rgb\(/.test(color)) return color;
      return ground(at instanceof ShadowRoot ? at.host : at.parentNode);
    };
    return [getComputedStyle(start).color, ground(start)];
  });
}
