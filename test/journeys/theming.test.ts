import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { themeProperties } from '../helpers/theme-properties.ts';
import { until } from '../helpers/until.ts';
import { axeFindings } from './models/accessibility.ts';
import { journey } from './models/journey.ts';
import { typedApplicant } from './models/typed-applicant.ts';
import type { Visit } from './models/visit.ts';
import { apply } from './models/walk.ts';

/** What has reached the frame of the page's properties, by name. */
function carried({ checkout }: Visit): Promise<Record<string, string>> {
  return checkout.inside.locator('soft-pull-flow .frame').evaluate(() => {
    const { style } = document.documentElement;
    const names = [...style].filter((name) => name.startsWith('--soft-pull-'));
    return Object.fromEntries(names.map((name) => [name, style.getPropertyValue(name)]));
  });
}

async function carries(visit: Visit, wanted: Record<string, string>): Promise<void> {
  await until(`the frame has ${JSON.stringify(wanted).slice(0, 80)}`, async () => {
    const found = await carried(visit);
    return Object.entries(wanted).every(([name, value]) => found[name] === value) || undefined;
  });
}

/** Another value for each property of the list. */
function everyProperty(suffix: string): Record<string, string> {
  return Object.fromEntries(themeProperties.map((name, index) => [name, `${index}${suffix}`]));
}

function rule(selector: string, values: Record<string, string>): string {
  const declarations = Object.entries(values).map(([name, value]) => `${name}: ${value};`);
  return `${selector} { ${declarations.join(' ')} }`;
}

describe('the frame’s look', () => {
  const here = journey({ hasPanel: true });

  it('has every property that the page sets, by whatever means, and follows each', async () => {
    const visit = await here.visit({ colorScheme: 'light' });
    const { page, checkout } = visit;
    await checkout.at('details');
    const [byRule, byMedia, byClass, byStyle] = ['px', 'em', 'ch', 'vh'].map(everyProperty);
    const css = [
      rule('soft-pull-checkout', byRule ?? {}),
      `@media (prefers-color-scheme: dark) { ${rule('soft-pull-checkout', byMedia ?? {})} }`,
      rule('soft-pull-checkout.other', byClass ?? {}),
    ];
    await page.evaluate((rules) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(rules);
      document.adoptedStyleSheets = [sheet];
    }, css.join('\n'));
    await carries(visit, byRule ?? {});
    await page.emulateMedia({ colorScheme: 'dark' });
    await carries(visit, byMedia ?? {});
    await checkout.element.evaluate((element) => element.classList.add('other'));
    await carries(visit, byClass ?? {});
    await checkout.element.evaluate((element: HTMLElement, values) => {
      for (const [name, value] of Object.entries(values)) element.style.setProperty(name, value);
    }, byStyle ?? {});
    await carries(visit, byStyle ?? {});
    await checkout.element.evaluate((element) => element.removeAttribute('style'));
    await carries(visit, byClass ?? {});
  });

  it('is chosen on the shop’s page, without losing what was typed, and kept in its address', async () => {
    const visit = await here.visit({ colorScheme: 'light' });
    const { page, checkout } = visit;
    const { form } = checkout;
    const applicant = typedApplicant('0001');
    await checkout.at('details');
    await form.fillAbout(applicant);
    const look = () =>
      form.next.evaluate((button) => {
        const { backgroundColor, borderTopLeftRadius } = getComputedStyle(button);
        return `${backgroundColor} ${borderTopLeftRadius}`;
      });
    assert.equal(await look(), 'rgb(31, 82, 68) 99px');
    const select = page.locator('#theme');
    if (!(await select.isVisible())) await page.locator('#panel-toggle').click();
    await select.selectOption('ink');
    await until('Ink', async () => (await look()) === 'rgb(217, 243, 111) 4px' || undefined);
    assert.equal(new URL(page.url()).searchParams.get('theme'), 'ink');
    await form.next.click();
    await form.part(2).waitFor();
    await page.reload();
    await checkout.at('details');
    await until('Ink', async () => (await look()) === 'rgb(217, 243, 111) 4px' || undefined);
  });

  it('passes axe where the theme pins another color scheme than the page has', async () => {
    const visit = await here.visit({ colorScheme: 'light' });
    const address = new URL(visit.page.url());
    address.searchParams.set('theme', 'ink');
    await visit.page.goto(address.href);
    await visit.checkout.at('details');
    await visit.checkout.form.next.click();
    assert.deepEqual(await axeFindings(visit.page), []);
    await apply(visit, typedApplicant('0010'));
    await visit.checkout.at('offers');
    assert.deepEqual(await axeFindings(visit.page), []);
  });
});
