import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { pageOf } from '../../../server/lending-api/answers.ts';

const pages = pageOf(z.string());

describe('a paginated envelope', () => {
  for (const [name, links] of [
    ['may leave next and previous out', {}],
    [
      'may have null in their place [conformance:page-envelope-null]',
      { next: null, previous: null },
    ],
    ['may have the address of either', { next: 'https://lender.example/?page=2', previous: null }],
  ] as const) {
    it(name, () => {
      const page = { count: 1, ...links, results: ['one'] };
      assert.deepEqual(pages.parse(page), page);
    });
  }

  for (const [name, page] of [
    ['has an address, not any text', { count: 1, next: '2', results: [] }],
    ['has a count', { next: null, results: [] }],
    ['has results', { count: 1, next: null }],
  ] as const) {
    it(name, () => assert.ok(!pages.safeParse(page).success));
  }
});
