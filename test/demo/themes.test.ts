import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { themes, themeFile } from '../../demo/themes.ts';
import { themeProperties } from '../helpers/theme-properties.ts';
import { addressOf, aShop, ORDER } from './demo-shop.ts';

async function text(path: string): Promise<string> {
  const answer = await aShop().request(path);
  assert.equal(answer.status, 200, path);
  return answer.text();
}

function stylesheet(page: string): string | undefined {
  return /<link rel="stylesheet" href="([^"]+)" id="theme-file"/.exec(page)?.[1];
}

describe('the checkout’s look', () => {
  it('is the shop’s own, or what the address names', async () => {
    assert.equal(stylesheet(await text(`/?order=${ORDER}`)), '/assets/themes/hillside.css');
    assert.equal(stylesheet(await text(`/?order=${ORDER}&theme=ink`)), '/assets/themes/ink.css');
    assert.equal(
      stylesheet(await text(`/?order=${ORDER}&theme=../x`)),
      '/assets/themes/hillside.css',
    );
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
