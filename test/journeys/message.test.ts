import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { axeFindings } from './models/accessibility.ts';
import { journey } from './models/journey.ts';

describe('the shop’s prices', () => {
  const here = journey();

  it('say what each costs a month at the least, and lead into the checkout', async () => {
    const visit = await here.visit();
    const { page, checkout } = visit;
    await page.goto(`${here.product.demoUrl}/prices`);
    const messages = page.locator('soft-pull-message');
    for (const message of await messages.all()) await message.locator('strong').waitFor();
    const [first = ''] = await messages.locator('[part="message"]').allTextContents();
    assert.match(first, /^As low as \$97\.09 per month\. Subject to credit approval\./);
    const [, second = '', third = ''] = await messages
      .locator('[part="disclosure"]')
      .allTextContents();
    assert.match(second, /^For \$8,400\.00 with no down payment: 119 monthly payments/);
    assert.match(third, /annual percentage rate \(APR\) of 9\.99%/);
    assert.deepEqual(await axeFindings(page), []);
    const files = visit.requested.filter((url) => url.startsWith(`${here.product.bffUrl}/v1/`));
    const onThisPage = files.slice(files.findLastIndex((url) => url.endsWith('message.js')));
    assert.ok(!onThisPage.some((url) => url.endsWith('soft-pull-checkout.js')));

    await messages.first().getByRole('link').click();
    await page.waitForURL(/\?order=.*size=2-ton/);
    await checkout.at('details');
    assert.equal(await page.locator('#price').textContent(), '$7,350.00');
    assert.equal(visit.times('securitypolicyviolation'), 0);
  });
});
