import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  monthOfStatement,
  monthsDownTo,
  statementId,
  statementMonth,
  statementNumber,
  statementPeriod,
} from '../../../../../server/lending/domain/statements.ts';

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
