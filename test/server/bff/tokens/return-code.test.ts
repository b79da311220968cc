import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { withParameter } from '../../../../server/bff/tokens/return-code.ts';

describe('withParameter() [asvs:return-link]', () => {
  const cases: [string, string][] = [
    ['https://shop.example/pay', 'https://shop.example/pay#soft_pull_resume=c.1.m'],
    ['https://shop.example/pay?a=1', 'https://shop.example/pay?a=1#soft_pull_resume=c.1.m'],
    ['https://shop.example/#/cart', 'https://shop.example/#/cart?soft_pull_resume=c.1.m'],
    ['https://shop.example/#/cart?x=1', 'https://shop.example/#/cart?x=1&soft_pull_resume=c.1.m'],
    [
      'https://shop.example/#/cart?soft_pull_resume=old',
      'https://shop.example/#/cart?soft_pull_resume=c.1.m',
    ],
    ['https://shop.example/#soft_pull_resume=old', 'https://shop.example/#soft_pull_resume=c.1.m'],
  ];
  for (const [url, expected] of cases) {
    it(`writes the code into the fragment of ${url}`, () => {
      assert.equal(withParameter(url, 'c.1.m'), expected);
    });
  }
});
