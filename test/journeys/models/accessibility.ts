import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Frame, Page } from 'playwright-core';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const source = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * What axe finds on the page as it stands and in every frame of it, whoever's they are; one line a
 * finding: empty when all is well.
 */
export async function axeFindings(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const frame of page.frames()) found.push(...(await findingsIn(frame)));
  return found;
}

async function findingsIn(frame: Frame): Promise<string[]> {
  // Words can be read before the style sheet has come, in no colours that anyone chose.
  await frame.waitForLoadState('load');
  await frame.evaluate(await source);
  const ground = await groundOf(frame);
  const { violations } = await frame.evaluate(
    async ({ values, colour }) => {
      const { style } = document.documentElement;
      const axe = Reflect.get(window, 'axe') as {
        run(context: Document, options: unknown): Promise<AxeResults>;
      };
      style.backgroundColor = colour;
      const results = await axe.run(document, {
        runOnly: { type: 'tag', values },
        iframes: false,
      });
      style.backgroundColor = '';
      return results;
    },
    { values: tags, colour: ground },
  );
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} (${help}): ${target} ${failureSummary}`),
  );
}

/** The colour behind a frame, which axe cannot see from inside; none for the page itself. */
async function groundOf(frame: Frame): Promise<string> {
  if (frame.parentFrame() === null) return '';
  const element = await frame.frameElement();
  return element.evaluate((start) => {
    let at: Node | null = start;
    while (at !== null) {
      const colour = at instanceof Element ? getComputedStyle(at).backgroundColor : '';
      if (/^rgb\(/.test(colour)) return colour;
      at = at instanceof ShadowRoot ? at.host : at.parentNode;
    }
    return '';
  });
}
