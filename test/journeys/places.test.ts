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

/** The federal model form of a privacy notice wants 10 points at least (12 CFR 1016, Appendix A). */
const legalPixels = (10 * 96) / 72;

describe('a page whose rem is 10 px', () => {
  const here = journey();

  it('has no text of the form that is smaller than the law wants it: inline', async () => {
    const { context } = await here.visit({ startsAt: 'nowhere' });
    const { bffUrl } = here.product;
    const { page } = await openOwnPage(context, here.product, {
      head: `<style>html { font-size: 62.5% } body { font-size: 1.6rem }</style>
        <script type="module" src="${bffUrl}/v1/soft-pull-checkout.js"></script>`,
      body: `<soft-pull-checkout server="${bffUrl}" merchant="pk_sandbox_hillside"
        amount="8400.00" isolation="inline"></soft-pull-checkout>`,
    });
    await shown(page, 'soft-pull-checkout');
    await page
      .getByText(/^FACTS/)
      .first()
      .waitFor({ state: 'attached' });
    assert.deepEqual(await page.evaluate(smallTexts, legalPixels), []);
  });

  it('has no two columns where there is room for one only: inline', async () => {
    const { context } = await here.visit({ startsAt: 'nowhere' });
    const { bffUrl } = here.product;
    const { page } = await openOwnPage(context, here.product, {
      head: `<meta name="viewport" content="width=device-width">
        <style>html { font-size: 62.5% } body { font-size: 1.6rem }</style>
        <script type="module" src="${bffUrl}/v1/soft-pull-checkout.js"></script>`,
      body: `<soft-pull-checkout server="${bffUrl}" merchant="pk_sandbox_hillside"
        amount="8400.00" isolation="inline"></soft-pull-checkout>`,
    });
    await page.setViewportSize({ width: 400, height: 800 });
    await shown(page, 'soft-pull-checkout');
    const form = new ApplicationForm(reached(page.locator('soft-pull-checkout')), en);
    const [first, last] = await Promise.all(
      (['first_name', 'last_name'] as const).map((name) => form.field(name).boundingBox()),
    );
    assert.equal(first?.x, last?.x);
  });
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

/** Runs in the page: what it shows of the checkout in a smaller type. */
function smallTexts(leastPixels: number): string[] {
  const found: string[] = [];
  const look = (root: ParentNode): void => {
    for (const element of root.querySelectorAll('*')) {
      if (element.shadowRoot !== null) look(element.shadowRoot);
      const { fontSize } = getComputedStyle(element);
      const texts = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
      const text = texts.map((node) => node.textContent?.trim()).join(' ');
      const isRead = text !== '' && !['STYLE', 'SCRIPT'].includes(element.tagName);
      if (isRead && Number.parseFloat(fontSize) < leastPixels) found.push(`${fontSize}: ${text}`);
    }
  };
  for (const checkout of document.querySelectorAll('soft-pull-checkout')) {
    if (checkout.shadowRoot !== null) look(checkout.shadowRoot);
  }
  return found;
}
