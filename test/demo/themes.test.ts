import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { themeFile, themes } from '../../demo/themes.ts';
import { themeProperties } from '../helpers/theme-properties.ts';
import { addressOf, aShop, ORDER } from './demo-shop.ts';

async function text(path: string): Promise<string> {
  const answer = await aShop().request(path);
  assert.equal(answer.status, 200, path);
  return answer.text();
}

/** The last part of the page's style sheet. */
function themeWorn(page: string): string | undefined {
  return /<link rel="stylesheet" href="[^"]+\+themes\/([a-z]+)\.css" id="styles"/.exec(page)?.[1];
}

describe('the checkout’s look', () => {
  it('is the shop’s own, or what the address names', async () => {
    assert.equal(themeWorn(await text(`/?order=${ORDER}`)), 'hillside');
    assert.equal(themeWorn(await text(`/?order=${ORDER}&theme=ink`)), 'ink');
    assert.equal(themeWorn(await text(`/?order=${ORDER}&theme=../x`)), 'hillside');
  });

  it('is kept when an order is opened', async () => {
    assert.match(addressOf(await text('/?theme=clay')), /^\/\?order=[^&]+&theme=clay$/);
  });

  for (const { id } of themes) {
    it(`is a file to copy, which sets what there is to set and nothing else: ${id}`, async () => {
      const sheet = await text(themeFile(id));
      const [, rules = ''] =
        /^\/\* .+ \*\/\n\nsoft-pull-checkout \{\n([^{}]+)\}\n$/.exec(sheet) ?? [];
      const names = [...rules.matchAll(/^ {2}([a-z-]+):/gm)].map(([, name = '']) => name);
      assert.notEqual(names.length, 0);
      const unknown = names.filter((name) => !themeProperties.includes(name));
      assert.deepEqual(unknown, id === 'ink' ? ['color-scheme'] : []);
      assert.doesNotMatch(rules, /url\(|var\(|\\/, 'it can be copied, and carried into the frame');
    });
  }
});
