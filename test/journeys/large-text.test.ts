import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { docsPages } from '../../demo/docs/docs-routes.ts';
import { en } from '../../server/lending/documents/strings/en.ts';
import { visitAt } from './models/brought.ts';
import { journey } from './models/journey.ts';
import { setTextSize } from './models/text-size.ts';
import { typedApplicant } from './models/typed-applicant.ts';

describe('a page around the checkout, in larger text', () => {
  const here = journey();

  it('is as wide as a phone: shop, simulator, docs, screens and front pages', async () => {
    const { page, checkout } = await here.visit({ viewport: { width: 360, height: 800 } });
    const { demoUrl, bffUrl, lendingUrl } = here.product;
    await checkout.at('details');
    const paths = ['/', '/simulator', '/screens', ...docsPages.map(({ path }) => path)];
    const found: string[] = [];
    for (const url of [...paths.map((path) => demoUrl + path), bffUrl, lendingUrl]) {
      await page.goto(url);
      for (const [size, width] of [
        [20, 320],
        [24, 360],
        [24, 390],
        [32, 360],
      ] as const) {
        await setTextSize(page, size);
        await page.setViewportSize({ width, height: 800 });
        const needed = await page.evaluate(() => document.documentElement.scrollWidth);
        if (needed !== width) found.push(`${url}, text of ${size} px: ${needed} of ${width} px`);
      }
    }
    assert.deepEqual(found, []);
  });
});

describe('the lender’s terms, in text twice as large', () => {
  const here = journey({ hasLargeText: true });

  it('names each number of a payment schedule beside it, on a phone', async () => {
    // Whose payments are not all equal: the schedule has two rows.
    const applicant = typedApplicant('0009');
    const viewport = { width: 360, height: 800 };
    const visit = await visitAt('redirect', here, applicant, { viewport });
    await visit.checkout.goToLender();
    await visit.lender.confirmIdentity(applicant);
    // The title stands before what is below it, and before the styles.
    await visit.page.waitForLoadState();
    const schedule = visit.page.locator('.tila-schedule');
    const rows = await schedule.locator('tbody tr').evaluateAll((each) =>
      each.map((row) =>
        [...row.children].map((cell) => {
          const { content, display } = getComputedStyle(cell, '::before');
          return display === 'block' ? `${content.slice(1, -1)}: ${cell.textContent}` : '';
        }),
      ),
    );
    const { scheduleCount, scheduleAmount, scheduleDue } = en.tila;
    assert.equal(rows.length, 2);
    for (const [count, amount, due] of rows) {
      assert.match(count ?? '', new RegExp(`^${scheduleCount}: \\d+$`));
      assert.match(amount ?? '', new RegExp(`^${scheduleAmount}: \\$[\\d,.]+ \\(e\\)$`));
      assert.match(due ?? '', new RegExp(`^${scheduleDue}: `));
    }
    assert.equal(await schedule.getByRole('columnheader').count(), 3);
    assert.equal(await schedule.getByRole('cell').count(), 6);
  });
});
