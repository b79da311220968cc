import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { hostedDemo } from '../helpers/hosted-demo.ts';
import { journey } from './models/journey.ts';
import { typedApplicant } from './models/typed-applicant.ts';
import { walkToAccepted } from './models/walk.ts';

const wide = { viewport: { width: 1280, height: 800 } };
const hosted = await hostedDemo();

describe('the hosted demo', () => {
  const here = journey({ environment: hosted.environment, hasPanel: true });
  after(() => hosted.remove());

  it('shows a visitor what their checkout brought about, another nothing, and both no clock', async () => {
    const ada = await here.visit(wide);
    const ben = await here.visit(wide);
    await walkToAccepted(ada, typedApplicant('0001'));
    await ben.checkout.at('details');
    await ada.page.locator('#callbacks-list').getByText('consumer_application').first().waitFor();
    const [own, others] = await Promise.all(
      [ada, ben].map(async ({ page }) => {
        assert.equal(await page.locator('#clock, [data-advance], #reset').count(), 0);
        await page.getByText('You cannot move its clock').waitFor();
        return page.locator('#messages-count').textContent();
      }),
    );
    assert.notEqual(own, '0');
    assert.equal(others, '0');
    assert.equal(await ben.page.locator('#callbacks-count').textContent(), '0');
  });
});
