import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults, PartialResult, RunOptions } from 'axe-core';
import type { Frame, Page } from 'playwright-core';

const options: RunOptions = {
  runOnly: {
    type: 'tag',
    values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  },
  resultTypes: ['violations'],
};
const source = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Axe {
  runPartial(context: unknown, options: RunOptions): Promise<PartialResult>;
  finishRun(partials: PartialResult[], options: RunOptions): Promise<AxeResults>;
  utils: {
    getFrameContexts(context: unknown): { frameSelector: unknown; frameContext: unknown }[];
    shadowSelect(selector: unknown): Element | null;
  };
}

declare global {
  interface Window {
    axe?: Axe;
  }
}

/**
 * What axe finds in the page as it stands, with every frame of it as a part of the whole; one line a
 * finding: empty when all is well.
 */
export async function axeFindings(page: Page): Promise<string[]> {
  const partials = await runIn(page.mainFrame(), undefined);
  const violations = await page.evaluate(
    async ([found, settings]) => {
      if (window.axe === undefined) throw new Error('axe is not here');
      const whole = await window.axe.finishRun(
        found.map((part): PartialResult => JSON.parse(part)),
        settings,
      );
      return whole.violations;
    },
    [partials, options] as const,
  );
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} (${help}): ${target} ${failureSummary}`),
  );
}

/**
 * The frame's own part, then those of the frames in it, as axe wants them; each as JSON, which goes
 * to and fro ten times as fast as an object of that size.
 */
async function runIn(frame: Frame, context: unknown): Promise<string[]> {
  // Words can be read before the style sheet has come, in no colors that anyone chose.
  await frame.waitForLoadState('load');
  if (await frame.evaluate(() => window.axe === undefined)) await frame.evaluate(await source);
  const ground = await groundOf(frame);
  const { partial, inner } = await frame.evaluate(
    async ({ part, settings, color }) => {
      const { axe } = window;
      if (axe === undefined) throw new Error('axe is not here');
      // Axe reads `-webkit-text-fill-color`, which Chromium computes from the color that is not drawn.
      const isForced = matchMedia('(forced-colors: active)').matches;
      const rules = { 'color-contrast': { enabled: !isForced } };
      const { style } = document.documentElement;
      style.backgroundColor = color;
      const frames = axe.utils.getFrameContexts(part ?? document);
      const found = await axe.runPartial(part ?? document, { ...settings, rules });
      style.backgroundColor = '';
      return { partial: JSON.stringify(found), inner: frames };
    },
    { part: context, settings: options, color: ground },
  );
  const found = [partial];
  for (const { frameSelector, frameContext } of inner) {
    const handle = await frame.evaluateHandle(
      (selector) => window.axe?.utils.shadowSelect(selector) ?? null,
      frameSelector,
    );
    const content = await handle.asElement()?.contentFrame();
    if (content) found.push(...(await runIn(content, frameContext)));
  }
  return found;
}

/** The color behind a frame, which axe cannot see from inside; none for the page itself. */
async function groundOf(frame: Frame): Promise<string> {
  if (frame.parentFrame() === null) return '';
  const element = await frame.frameElement();
  return element.evaluate((start) => {
    let at: Node | null = start;
    while (at !== null) {
      const color = at instanceof Element ? getComputedStyle(at).backgroundColor : '';
      if (/^rgb\(/.test(color)) return color;
      at = at instanceof ShadowRoot ? at.host : at.parentNode;
    }
    return '';
  });
}
