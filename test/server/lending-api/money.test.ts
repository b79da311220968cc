import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { money, moneyInput } from '../../../server/lending-api/money.ts';

describe('moneyInput()', () => {
  const accepted: [unknown, string][] = [
    ['8400.00', '8400.00'],
    ['8400', '8400.00'],
    ['8400.5', '8400.50'],
    [' 8400.5 ', '8400.50'],
    [8400, '8400.00'],
    [8400.1, '8400.10'],
    ['0', '0.00'],
    ['000100.00', '100.00'],
    ['999999999.99', '999999999.99'],
  ];
  for (const [sent, read] of accepted) {
    it(`reads ${JSON.stringify(sent)} as ${read}`, () => {
      assert.equal(moneyInput().parse(sent), read);
      assert.match(read, /^\d{1,9}\.\d{2}$/);
    });
  }

  const refused = ['', '.5', '5.', '1.234', '1e3', '-1', '+1', '1,000.00', '١', '1234567890'];
  for (const sent of [...refused, 1.234, -1, 1e21, Number.NaN, null, true, {}, ['1']]) {
    it(`refuses ${typeof sent === 'number' ? sent : JSON.stringify(sent)}`, () =>
      assert.equal(moneyInput().safeParse(sent).success, false));
  }

  it('keeps to its limits, both included', () => {
    const schema = moneyInput({ min: '500.00', max: '100000.00' });
    assert.equal(schema.parse('500'), '500.00');
    assert.equal(schema.parse('100000.00'), '100000.00');
    assert.equal(schema.safeParse('499.99').success, false);
    assert.equal(schema.safeParse('100000.01').success, false);
  });
});

describe('money', () => {
  it('has two decimals on the wire, always', () => {
    assert.equal(money.safeParse('8400.00').success, true);
    for (const text of ['8400', '8400.0', '-1.00', '1234567890.00']) {
      assert.equal(money.safeParse(text).success, false);
    }
  });
});
