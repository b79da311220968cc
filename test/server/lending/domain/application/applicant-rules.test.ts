import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isOfAge } from '../../../../../server/lending/domain/application/age-of-majority.ts';
import { decisionInputsKey } from '../../../../../server/lending/domain/application/decision-inputs.ts';

describe('isOfAge()', () => {
  for (const [state, birthDate, ofAge] of [
    ['OH', '2008-03-02', true],
    ['OH', '2008-03-03', false],
    ['AL', '2008-03-02', false],
    ['AL', '2007-03-02', true],
    ['NE', '2007-03-03', false],
    ['MS', '2005-03-02', true],
    ['MS', '2005-03-03', false],
    ['PR', '2006-03-02', false],
  ] as const) {
    it(`is ${ofAge} in ${state} for ${birthDate}`, () =>
      assert.equal(isOfAge(birthDate, state, '2026-03-02'), ofAge));
  }
});

describe('decisionInputsKey()', () => {
  const inputs = {
    requested_amount_cents: 840_000,
    annual_income_cents: 9_000_000,
    housing_status: 'rent',
    monthly_housing_payment_cents: 150_000,
    employment_status: 'employed',
    employer_name: null,
    address_1: '1 Main Street',
    address_2: null,
    city: 'Columbus',
    state: 'OH',
    zip_code: '43004',
  };

  it('does not see case and spacing', () => {
    const typedAgain = { ...inputs, address_1: ' 1  MAIN street', employer_name: '' };
    assert.equal(decisionInputsKey(typedAgain), decisionInputsKey(inputs));
  });

  for (const [field, value] of [
    ['requested_amount_cents', 1],
    ['annual_income_cents', 1],
    ['housing_status', 'own'],
    ['monthly_housing_payment_cents', 1],
    ['employment_status', 'retired'],
    ['employer_name', 'Acme'],
    ['address_1', '2 Main Street'],
    ['zip_code', '43005'],
  ] as const) {
    it(`sees another ${field}`, () =>
      assert.notEqual(decisionInputsKey({ ...inputs, [field]: value }), decisionInputsKey(inputs)));
  }
});
