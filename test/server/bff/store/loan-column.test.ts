import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseLoan, stringifyLoan } from '../../../../server/bff/store/loan-column.ts';
import type { Offer } from '../../../../widget/contract/offer.ts';
import { aLoan, anOffer } from '../../../helpers/checkouts.ts';

const cheap = anOffer({ offer_uuid: 'one', apr: '9.99', promo_months: 0 });
const dear = anOffer({ offer_uuid: 'two', apr: '12.99', promo_months: 12 });

describe('stringifyLoan()', () => {
  const cases: [string, Offer[]][] = [
    ['several offers', [cheap, dear, anOffer({ offer_uuid: 'three', term_months: 12 })]],
    ['one offer', [cheap]],
    ['no offers', []],
    ['offers of which one says more', [cheap, { ...dear, product_name: 'Twelve months' }]],
    ['offers that say the same in another order', [cheap, reversed(dear)]],
    ['offers that say nothing in one place', [cheap, { ...dear, promo_payoff_amount: null }]],
  ];
  for (const [name, offers] of cases) {
    it(`loses nothing of ${name}, nor their order`, () => {
      const loan = aLoan({ offers });
      assert.equal(JSON.stringify(parseLoan(stringifyLoan(loan))), JSON.stringify(loan));
    });
  }

  it('keeps apart a field that is undefined in one offer from one that is null', () => {
    const offers = [
      { ...cheap, product_name: undefined },
      dear,
      { ...dear, product_name: 'Three' },
    ];
    // As a reading of the lender leaves them, before they are JSON.
    const loan = aLoan({ offers: offers as never });
    assert.equal(JSON.stringify(parseLoan(stringifyLoan(loan))), JSON.stringify(loan));
  });

  it('writes once what all offers say', () => {
    const many = Array.from({ length: 5 }, (_none, index) =>
      anOffer({ offer_uuid: `offer-${index}`, lender_name: 'A bank that all offers are of' }),
    );
    const json = stringifyLoan(aLoan({ offers: many }));
    assert.equal(json.split('A bank that all offers are of').length, 2);
  });
});

describe('parseLoan()', () => {
  it('reads what was stored offer by offer', () => {
    const loan = aLoan({ offers: [cheap, dear] });
    assert.deepEqual(parseLoan(JSON.stringify(loan)), loan);
  });
});

function reversed<Value extends object>(value: Value): Value {
  return Object.fromEntries(Object.entries(value).reverse()) as Value;
}
