import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';

const widget = join(import.meta.dirname, '../../widget');

/** Sides of the page and not of the text: in a language from right to left they are wrong. */
const physical = [
  /(?:^|[\s;{])(?:(?:margin|padding|border|inset|scroll-margin|scroll-padding)-)?(?:left|right|top|bottom)(?:-[a-z-]+)?\s*:/,
  /(?:^|[\s;{])border-(?:top|bottom)-(?:left|right)-radius\s*:/,
  /(?:^|[\s;{])(?:text-align|float|clear|caption-side|resize)\s*:\s*(?:left|right|horizontal|vertical)\b/,
  /(?:^|[\s;{])(?:min-|max-)?(?:width|height)\s*:/,
];

/** The first declaration in a style sheet's text that names a side of the page. */
function physicalIn(styles: string): string | undefined {
  const declarations = styles.replaceAll(/@[a-z-]+[^{;]*/g, '').replaceAll(/\/\*.*?\*\//gs, '');
  return physical.map((rule) => rule.exec(declarations)?.[0].trim()).find(Boolean);
}

/** Names of what a merchant may set, which are no declarations. */
const themes = ['styles/box-theme.ts', 'styles/theme.ts'];

/** What stands between `` css` `` and its end. */
function styleSheets(source: string): string[] {
  return [...source.matchAll(/\bcss`([^`]*)`/g)].map(([, styles = '']) => styles);
}

function sources(): string[] {
  const isSource = (name: string) => name.endsWith('.ts') && !/^(dist|node_modules)\//.test(name);
  return readdirSync(widget, { recursive: true, encoding: 'utf8' })
    .filter(isSource)
    .filter((name) => !themes.includes(name));
}

describe('the widget’s styles', () => {
  for (const declaration of [
    'margin-left: 1px',
    'left: 0',
    'border-right-color: red',
    'text-align: right',
    'border-top-left-radius: 2px',
    'width: 10px',
  ]) {
    it(`are searched for ${declaration}`, () => {
      assert.notEqual(physicalIn(`.a { ${declaration}; }`), undefined);
    });
  }

  it('may ask how wide the page is, and name sides of the text', () => {
    const styles = '@container (min-width: 30rem) { .a { margin-inline-start: 1px; } }';
    assert.equal(physicalIn(styles), undefined);
  });

  it('name no side of the page', () => {
    const found = sources().flatMap((name) =>
      styleSheets(readFileSync(join(widget, name), 'utf8')).flatMap((styles) => {
        const fault = physicalIn(styles);
        return fault === undefined ? [] : [`${name}: ${fault}`];
      }),
    );
    assert.deepEqual(found, []);
  });
});
