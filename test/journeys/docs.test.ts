import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { framePolicy, inlinePolicy } from '../../demo/docs/content-security.ts';
import { docsPages } from '../../demo/docs/docs-routes.ts';
import { sampleOf } from '../helpers/docs-samples.ts';
import { axeFindings } from './models/accessibility.ts';
import { openHostPage } from './models/host-page.ts';
import { journey } from './models/journey.ts';

const looks = [
  { name: 'on a telephone, dark', colorScheme: 'dark', viewport: { width: 360, height: 740 } },
  { name: 'on a wide screen', colorScheme: 'light', viewport: { width: 1280, height: 900 } },
] as const;

describe('the docs', { concurrency: true }, () => {
  const here = journey({ isSideBySide: true });

  for (const [turn, { name, ...look }] of looks.entries()) {
    it(`fit the screen and ask nobody else, and every other page is accessible, ${name}`, async () => {
      const visit = await here.visit({ ...look, startsAt: 'nowhere' });
      const { page } = visit;
      const { demoUrl } = here.product;
      for (const [index, { path }] of docsPages.entries()) {
        visit.requested.length = 0;
        await page.goto(`${demoUrl}${path}`);
        if (index % looks.length === turn) assert.deepEqual(await axeFindings(page), [], path);
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        assert.ok(width <= look.viewport.width, `${path} is ${width} px wide`);
        const origins = new Set(visit.requested.map((url) => new URL(url).origin));
        assert.deepEqual([...origins], [demoUrl]);
      }
    });
  }

  it('copy a sample as it stands in the source, and say so', async () => {
    const { page } = await here.visit({ startsAt: 'nowhere' });
    const { demoUrl } = here.product;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.clock.install();
    const answer = await page.goto(`${demoUrl}/docs/vue`);
    // What is said goes after two seconds, which do not pass.
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.getByRole('button', { name: 'Copy: Vue, the component' }).click();
    await page.getByRole('status').getByText('Copied').waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    assert.equal(copied, sampleOf((await answer?.text()) ?? '', 'Vue, the component'));
  });

  it('have their contents in view on a wide screen, and behind one press on a telephone', async () => {
    const { page } = await here.visit({ startsAt: 'nowhere' });
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(`${here.product.demoUrl}/docs`);
    const link = page.getByRole('navigation', { name: 'Contents' }).getByText('Angular');
    await link.waitFor();
    await page.setViewportSize({ width: 360, height: 740 });
    await link.waitFor({ state: 'hidden' });
    await page.getByText('Contents', { exact: true }).click();
    await link.click();
    await page.getByRole('heading', { name: 'Angular', level: 1 }).waitFor();
  });

  for (const [isolation, policyFor] of [
    ['frame', framePolicy],
    ['inline', inlinePolicy],
  ] as const) {
    it(`name a policy under which the checkout works, ${isolation}`, async () => {
      const visit = await here.visit({ isolation, startsAt: 'nowhere' });
      const policy = policyFor(here.product.bffUrl);
      await openHostPage(visit.page, here.product, { isolation, policy });
      await visit.checkout.at('details');
      await visit.checkout.form.next.click();
      await visit.checkout.inside.locator('.summary').waitFor();
      const refused = visit.heard.filter(({ type }) => type === 'securitypolicyviolation');
      assert.deepEqual(refused, []);
    });
  }
});
