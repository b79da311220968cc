import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { defaultRateSheet } from '../../../../../server/lending/domain/offers/default-rate-sheet.ts';
import { isUsableOn, narrowProducts } from '../../../../../server/lending/domain/offers/product.ts';

const [first] = defaultRateSheet;

const ids = first ? [first.product_id] : [];

const terms = { product_ids: ids, min_amount_cents: null, max_amount_cents: null };

const limitsOf = (change: Partial<Record<'min_amount_cents' | 'max_amount_cents', number>>) =>
  narrowProducts(defaultRateSheet, { ...terms, ...change }).map(
    ({ min_amount_cents, max_amount_cents }) => [min_amount_cents, max_amount_cents],
  );

describe('narrowProducts()', () => {
  it('leaves every product without terms', () => {
    assert.deepEqual(narrowProducts(defaultRateSheet, null), defaultRateSheet);
  });

  it('leaves the products of the terms', () => {
    const left = narrowProducts(defaultRateSheet, terms);
    assert.deepEqual(left, [first]);
  });

  it('narrows the amounts of a product and widens none', () => {
    assert.deepEqual(limitsOf({ min_amount_cents: 100_000, max_amount_cents: 200_000 }), [
      [100_000, 200_000],
    ]);
    assert.deepEqual(limitsOf({ min_amount_cents: 1, max_amount_cents: 99_999_999_999 }), [
      [first?.min_amount_cents, first?.max_amount_cents],
    ]);
  });

  it('leaves no product that no amount fits', () => {
    assert.deepEqual(limitsOf({ max_amount_cents: (first?.min_amount_cents ?? 0) - 1 }), []);
  });
});

describe('isUsableOn()', () => {
  const code = { is_deleted: 0, start_date: '2026-03-01', end_date: '2026-03-31' };
  for (const [name, change, date, expected] of [
    ['on its first day', {}, '2026-03-01', true],
    ['on its last day', {}, '2026-03-31', true],
    ['before', {}, '2026-02-28', false],
    ['after', {}, '2026-04-01', false],
    ['whenever there are no days', { start_date: null, end_date: null }, '2030-01-01', true],
    ['deleted', { is_deleted: 1 }, '2026-03-15', false],
  ] as const) {
    it(`is ${expected} ${name}`, () => {
      assert.equal(isUsableOn({ ...code, ...change }, date), expected);
    });
  }
});
