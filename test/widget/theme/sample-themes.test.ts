import { expect } from '@open-wc/testing';
import { emulateMedia } from '@web/test-runner-commands';
import { themes } from '../../../demo/themes.ts';
import { expectAccessible } from '../helpers/accessible.ts';
import { contrast } from '../helpers/contrast.ts';
import { ThemedScreens } from '../helpers/themed-screens.ts';

/** Text, and what it stands on. */
const texts = [
  ...['text', 'muted', 'heading-text', 'link', 'danger'].map((name) => [name, 'background']),
  ...['text', 'muted', 'heading-text', 'link'].map((name) => [name, 'raised']),
  ...['text', 'muted', 'heading-text', 'apr-text', 'link'].map((name) => [name, 'offer']),
  ...['text', 'muted', 'heading-text', 'apr-text'].map((name) => [name, 'offer-selected']),
  ...['text', 'muted', 'link'].map((name) => [name, 'field']),
  ...['accent', 'accent-hover'].map((name) => ['accent-text', name]),
  ...['text', 'accent'].map((name) => [name, 'accent-soft']),
  ...['danger', 'success', 'warning'].map((name) => [name, `${name}-soft`]),
  ['secondary-text', 'secondary'],
  ['text', 'raised'],
] as [string, string][];

/** What tells where a control is, or that it is chosen or has the focus. */
const lines = [
  ...['field-border', 'secondary-border', 'accent', 'focus', 'offer-selected-border'].map(
    (name) => [name, 'background'],
  ),
  ...['field-border', 'focus', 'danger'].map((name) => [name, 'field']),
  ['focus', 'raised'],
] as [string, string][];

const wanted: Readonly<Record<string, { text: number; line: number }>> = {
  contrast: { text: 7, line: 4.5 },
};

async function apply(id: string): Promise<void> {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(await (await fetch(`/demo/assets/themes/${id}.css`)).text());
  expect(sheet.cssRules.length).to.equal(1);
  document.adoptedStyleSheets = [sheet];
}

async function enhancedFindings(element: Element): Promise<string[]> {
  const { violations } = await window.axe.run(element, {
    runOnly: { type: 'rule', values: ['color-contrast-enhanced'] },
  });
  return violations.flatMap(({ nodes }) => nodes.map(({ html }) => html));
}

const looks: { id: string | null; name: string }[] = [
  { id: null, name: 'that is there without one' },
  ...themes,
];

for (const { id, name } of looks) {
  for (const colorScheme of ['light', 'dark'] as const) {
    describe(`the theme ${name}, where ${colorScheme} colors are wanted`, () => {
      const { text, line } = wanted[id ?? ''] ?? { text: 4.5, line: 3 };
      let screens: ThemedScreens;

      before(async () => {
        await emulateMedia({ colorScheme });
        if (id !== null) await apply(id);
        screens = await ThemedScreens.mount();
      });
      after(async () => {
        screens.remove();
        document.adoptedStyleSheets = [];
        await emulateMedia({ colorScheme: 'light' });
      });

      it(`has ${text} to 1 for text and ${line} to 1 for lines [wcag:theme-contrast]`, () => {
        const measured = (pairs: [string, string][], least: number) =>
          pairs
            .map(([front, back]) => ({
              pair: `${front} on ${back}`,
              ratio: contrast(screens.color(front), [
                screens.color(back),
                screens.color('background'),
              ]),
            }))
            .filter(({ ratio }) => ratio < least);
        expect(measured(texts, text)).to.deep.equal([]);
        expect(measured(lines, line)).to.deep.equal([]);
      });

      it('is accessible with a form that has errors, and with offers', async () => {
        for (const screen of ['about', 'offers']) {
          await expectAccessible(screens.screen(screen));
          if (id !== 'contrast') continue;
          expect(await enhancedFindings(screens.screen(screen)), screen).to.deep.equal([]);
        }
      });
    });
  }
}

describe('contrast()', () => {
  it('is what WCAG says it is', () => {
    expect(contrast('rgb(0, 0, 0)', ['rgb(255, 255, 255)'])).to.equal(21);
    expect(contrast('rgb(119, 119, 119)', ['rgb(255, 255, 255)'])).to.be.closeTo(4.48, 0.01);
    const seenThrough = ['rgba(0, 0, 0, 0)', 'rgb(255, 255, 255)'];
    expect(contrast('rgb(0, 0, 0)', seenThrough)).to.equal(21);
  });
});
