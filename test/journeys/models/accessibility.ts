import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const source = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds on the page as it stands, one line a finding: empty when all is well. */
export async function axeFindings(page: Page): Promise<string[]> {
  // Words can be read before the style sheet has come, in no colours that anyone chose.
  await page.waitForLoadState('load');
  await page.evaluate(await source);
  const { violations } = await page.evaluate(async (values) => {
    const axe = Reflect.get(window, 'axe') as {
      run(context: Document, options: unknown): Promise<AxeResults>;
    };
    return axe.run(document, { runOnly: { type: 'tag', values } });
  }, tags);
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} (${help}): ${target} ${failureSummary}`),
  );
}
