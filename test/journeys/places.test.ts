import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { en } from '../../widget/strings/en.ts';
import { ApplicationForm } from './models/application-form.ts';
import { openHostPage } from './models/host-page.ts';
import { journey } from './models/journey.ts';
import { isolations } from './models/looks.ts';
import { openOwnPage, shown } from './models/own-page.ts';
import { reached } from './models/reached.ts';
import { typedApplicant } from './models/typed-applicant.ts';

/** Around the element: boxes that are as wide as what they hold, and tell it no width. */
const places: Readonly<Record<string, [before: string, after: string]>> = {
  'a dialog': ['<dialog open>', '</dialog>'],
  'a row beside others': ['<div style="display:flex;gap:1rem">', '<aside>Help</aside></div>'],
  'a column that centres': ['<div style="display:grid;place-items:center">', '</div>'],
  'a line of text': ['<div style="display:inline-block">', '</div>'],
  'a box of its own': ['<div style="position:absolute;top:0">', '</div>'],
  'a table': ['<table><tr><td>', '</td></tr></table>'],
};

describe('the element is as wide as its form wants, or as there is room', () => {
  const here = journey();

  for (const isolation of isolations) {
    it(`wherever it is put: ${isolation}`, async () => {
      const { context } = await here.visit({ startsAt: 'nowhere' });
      const { bffUrl } = here.product;
      const element = `<soft-pull-checkout server="${bffUrl}" merchant="pk_sandbox_hillside"
        amount="8400.00" isolation="${isolation}"></soft-pull-checkout>`;
      const { page } = await openOwnPage(context, here.product, {
        head: `<script type="module" src="${bffUrl}/v1/soft-pull-checkout.js"></script>`,
        body: Object.values(places)
          .map((around) => around.join(element))
          .join(''),
      });
      await shown(page, 'soft-pull-checkout');
      const widths = () =>
        page.$$eval('soft-pull-checkout', (all) => all.map(({ clientWidth }) => clientWidth));
      await page.setViewportSize({ width: 1280, height: 800 });
      for (const [index, width] of (await widths()).entries()) {
        assert.ok(width >= 600 && width <= 672, `${Object.keys(places)[index]}: ${width}`);
      }
      await page.setViewportSize({ width: 320, height: 800 });
      for (const [index, width] of (await widths()).entries()) {
        assert.ok(width >= 220, `${Object.keys(places)[index]}: ${width}`);
      }
      const scrollWidth = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.equal(scrollWidth, 320, 'the page is too wide');
    });
  }
});

describe('a page that stands in a frame', () => {
  const here = journey();

  // The BFF's frame stands only on pages of the merchant's, all those around included.
  const ways = [
    { isolation: 'frame', origin: () => here.product.demoUrl },
    { isolation: 'inline', origin: () => 'http://around.localhost' },
  ] as const;

  for (const { isolation, origin } of ways) {
    it(`is left for the lender with the page around it: ${isolation}`, async () => {
      const visit = await here.visit({ isolation, startsAt: 'nowhere' });
      const { demoUrl } = here.product;
      const around = `${origin()}/around`;
      await openHostPage(visit.page, here.product, { isolation });
      await visit.page.route(around, (route) =>
        route.fulfill({
          contentType: 'text/html',
          body: `<!doctype html><html lang="en"><title>Around</title>
            <iframe src="${demoUrl}/host" width="800" height="2400"></iframe></html>`,
        }),
      );
      await visit.page.goto(around);
      const element = visit.page.frameLocator('iframe').locator('soft-pull-checkout');
      const inside = isolation === 'inline' ? element : element.frameLocator('iframe');
      const form = new ApplicationForm(reached(inside), en);
      await form.next.waitFor();
      await form.fill(typedApplicant('0001'));
      await form.send();
      await reached(inside.locator('.offer .opener').first()).click();
      await reached(inside.locator('.offer .primary').first()).click();
      await visit.lender.identity.waitFor();
    });
  }
});
