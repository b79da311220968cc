import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { type Finding, lintPlanted } from './lint-planted.ts';

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: sources of templates
const refused = [
  'unsafeHTML(text)',
  'unsafeSVG(text)',
  'styleMap({ color: text })',
  'element.innerHTML = text',
  'element.outerHTML = text',
  "element.insertAdjacentHTML('beforeend', text)",
  "element.setAttribute('style', text)",
  'html`<p style="color: red"></p>`',
  'html`<p class="a" style=${text}></p>`',
  'html`<p>${text}</p><p\n  style=${text}\n></p>`',
];

const allowed = [
  'html`<p class=${text}>the style is yours</p>`',
  'html`<slot name="style"></slot>`',
  "element.setAttribute('part', text)",
  "element.style.setProperty('--a', text)",
];
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: sources of templates

describe('npm run lint', () => {
  let findings: Finding[] = [];
  const all = [...refused, ...allowed];
  const fileOf = (source: string) => `widget/screens/case-${all.indexOf(source)}.ts`;

  before(async () => {
    const files = all.map((source) => [fileOf(source), `export const a = () => ${source};\n`]);
    findings = await lintPlanted(Object.fromEntries(files));
  });

  function messages(source: string): string[] {
    return findings.filter(({ file }) => file === fileOf(source)).map(({ message }) => message);
  }

  for (const source of refused) {
    it(`refuses ${source} in the widget [asvs:safe-markup]`, () => {
      assert.match(messages(source).join('\n'), /inline styles/);
    });
  }

  for (const source of allowed) {
    it(`lets the widget write ${source}`, () => {
      assert.doesNotMatch(messages(source).join('\n'), /inline styles/);
    });
  }
});
