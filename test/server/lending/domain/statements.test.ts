import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  entryItems,
  entryKindOf,
  leftOf,
  monthOfStatement,
  monthsDownTo,
  netToMerchant,
  statementId,
  statementMonth,
  statementNumber,
  statementPeriod,
  totalsOf,
} from '../../../../server/lending/domain/statements.ts';

const split = {
  consumer_charge_amount_cents: 100_000,
  net_to_merchant_amount_cents: 94_000,
  net_platform_fee_cents: 4_000,
  net_to_sponsor_amount_cents: 2_000,
};

describe('entryKindOf()', () => {
  for (const [status, settled_at, transaction_description, kind] of [
    ['Transferred', 1, 109, 'charge'],
    ['Transferred', 1, 113, 'charge'],
    ['Transferred', 1, 115, 'refund'],
    ['Reversed', 1, 111, 'return'],
    ['Reversed', null, 111, undefined],
    ['Successful', null, 109, undefined],
    ['Successful', 1, 115, undefined],
    ['Excluded', null, 109, undefined],
    ['Failed', null, 115, undefined],
    ['Submitted', null, 109, undefined],
    ['Pending', null, 109, undefined],
  ] as const) {
    const settled = settled_at === null ? 'never settled' : 'settled';
    it(`brings ${kind ?? 'nothing'} for a ${transaction_description} that is ${status}, ${settled}`, () =>
      assert.equal(entryKindOf({ status, settled_at, transaction_description }), kind));
  }
});

describe('an entry', () => {
  it('is what the merchant gets of a charge, and gives back of a refund or a return', () => {
    assert.equal(netToMerchant(totalsOf({ ...split, kind: 'charge' })), 94_000);
    assert.equal(netToMerchant(totalsOf({ ...split, kind: 'refund' })), -94_000);
    assert.equal(netToMerchant(totalsOf({ ...split, kind: 'return' })), -94_000);
  });

  it('names the legs of a return as a refund’s', () => {
    const types = (kind: 'charge' | 'refund' | 'return') =>
      entryItems({ ...split, kind }).map(({ transaction_type }) => transaction_type);
    assert.equal(types('charge')[0], 'Consumer Charge Credit');
    assert.equal(types('return')[0], 'Consumer Refund Debit');
    assert.deepEqual(types('return'), types('refund'));
  });
});

describe('leftOf()', () => {
  it('takes every part of the refunds off', () => {
    const refunded = {
      consumer_charge_amount_cents: 40_000,
      net_to_merchant_amount_cents: 37_600,
      net_platform_fee_cents: 1_600,
      net_to_sponsor_amount_cents: 800,
    };
    assert.deepEqual(leftOf(split, refunded), {
      consumer_charge_amount_cents: 60_000,
      net_to_merchant_amount_cents: 56_400,
      net_platform_fee_cents: 2_400,
      net_to_sponsor_amount_cents: 1_200,
    });
  });
});

describe('statementMonth()', () => {
  for (const [at, month] of [
    ['2026-03-15T12:00:00Z', '2026-03'],
    ['2026-04-01T03:59:59Z', '2026-03'],
    ['2026-04-01T04:00:00Z', '2026-04'],
    ['2027-01-01T04:59:59Z', '2026-12'],
    ['2027-01-01T05:00:00Z', '2027-01'],
  ] as const) {
    it(`is ${month} at ${at}, in New York`, () =>
      assert.equal(statementMonth(Date.parse(at)), month));
  }
});

describe('statementId() and monthOfStatement()', () => {
  it('are the two ways of one name', () => {
    assert.equal(statementId('2026-03'), 202603);
    assert.equal(monthOfStatement('202603'), '2026-03');
  });

  for (const text of ['', '2026', '2026-03', '0202603', '20260x', '202603 ', '-20260']) {
    it(`finds no month in "${text}"`, () => assert.equal(monthOfStatement(text), undefined));
  }
});

describe('statementNumber()', () => {
  it('names month and merchant', () => {
    const merchant = '3f0c2a58-7f7e-4d2a-9a3e-0b6f2f1f9d10';
    assert.equal(statementNumber(merchant, '2026-03'), 'ST-202603-3F0C2A587F7E');
  });
});

describe('statementPeriod()', () => {
  for (const [month, period_start, period_end, issued_date] of [
    ['2026-03', '2026-03-01', '2026-03-31', '2026-04-01'],
    ['2026-12', '2026-12-01', '2026-12-31', '2027-01-01'],
    ['2028-02', '2028-02-01', '2028-02-29', '2028-03-01'],
  ] as const) {
    it(`of ${month} ends on ${period_end}`, () =>
      assert.deepEqual(statementPeriod(month), { period_start, period_end, issued_date }));
  }
});

describe('monthsDownTo()', () => {
  it('counts from the last to the first, over a year’s end', () => {
    assert.deepEqual(monthsDownTo('2026-11', '2027-02'), [
      '2027-02',
      '2027-01',
      '2026-12',
      '2026-11',
    ]);
  });

  it('is that month alone, or none', () => {
    assert.deepEqual(monthsDownTo('2026-03', '2026-03'), ['2026-03']);
    assert.deepEqual(monthsDownTo('2026-04', '2026-03'), []);
  });
});
