import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { withHandle } from '../../../../server/bff/domain/return-url.ts';

describe('withHandle()', () => {
  const cases: [string, string][] = [
    ['https://shop.example/pay', 'https://shop.example/pay#soft_pull_resume=h.1.m'],
    ['https://shop.example/pay?a=1', 'https://shop.example/pay?a=1#soft_pull_resume=h.1.m'],
    ['https://shop.example/#/cart', 'https://shop.example/#/cart?soft_pull_resume=h.1.m'],
    ['https://shop.example/#/cart?x=1', 'https://shop.example/#/cart?x=1&soft_pull_resume=h.1.m'],
    [
      'https://shop.example/#/cart?soft_pull_resume=old',
      'https://shop.example/#/cart?soft_pull_resume=h.1.m',
    ],
    ['https://shop.example/#soft_pull_resume=old', 'https://shop.example/#soft_pull_resume=h.1.m'],
  ];
  for (const [url, expected] of cases) {
    it(`writes the handle into the fragment of ${url}`, () => {
      assert.equal(withHandle(url, 'h.1.m'), expected);
    });
  }
});
