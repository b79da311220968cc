import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { defaultRateSheet } from '../../../../../server/lending/domain/offers/default-rate-sheet.ts';
import {
  type OfferRequest,
  offerObject,
  priceOffers,
} from '../../../../../server/lending/domain/offers/price-offers.ts';
import type { Product } from '../../../../../server/lending/domain/offers/product.ts';
import { offer } from '../../../../../server/lending-api/offers.ts';
import { sampleTexts } from '../../../../../server/lending-api/texts/sample-texts.ts';

const request = (over: Partial<OfferRequest> = {}): OfferRequest => ({
  products: defaultRateSheet,
  requested_amount_cents: 840_000,
  tier: 'prime',
  maximum_approved_cents: 5_000_000,
  is_military_covered: false,
  only: null,
  date: '2026-03-02',
  ...over,
});
const nearPrime = { tier: 'near_prime', maximum_approved_cents: 750_000 } as const;
const codesOf = (over: Partial<OfferRequest>) =>
  priceOffers(request(over)).map(({ product }) => product.product_code);

const product = (code: string): Product => {
  const found = defaultRateSheet.find(({ product_code }) => product_code === code);
  assert.ok(found);
  return found;
};

describe('priceOffers()', () => {
  for (const [name, over, codes] of [
    [
      'nominal, the lowest total first',
      {},
      ['ZERO-12', 'RR-60-799', 'STD-60-1299', 'DI12-60-1799', 'RR-120-999'],
    ],
    [
      'below the least amount of some',
      { requested_amount_cents: 50_000 },
      ['ZERO-12', 'STD-60-1299'],
    ],
    ['near-prime', nearPrime, ['STD-60-1299', 'NP-84-1799']],
    ['nothing selected', { products: [] }, []],
    ['one offer', { only: { at_most: 1, product_codes: ['STD-60-1299'] } }, ['STD-60-1299']],
    [
      'one offer, the preferred one not selected',
      {
        products: [product('RR-120-999'), product('RR-60-799')],
        only: { at_most: 1, product_codes: ['STD-60-1299'] },
      },
      ['RR-120-999'],
    ],
    [
      'military, above 36 percent',
      {
        is_military_covered: true,
        products: [{ ...product('STD-60-1299'), interest_rate: '36.01' }],
      },
      [],
    ],
  ] as const) {
    it(`offers ${codes.join(', ') || 'nothing'}: ${name}`, () => {
      assert.deepEqual(codesOf(over), [...codes]);
    });
  }

  it('makes a counter-offer of what is approved when more was asked for', () => {
    const [first] = priceOffers(request({ ...nearPrime, requested_amount_cents: 1_000_000 }));
    assert.equal(first?.is_counter_offer, true);
    assert.equal(first?.amount_cents, 750_000);
    assert.equal(first?.approved_amount_cents, 750_000);
  });

  it('makes no counter-offer when exactly what was asked for is approved', () => {
    const [first] = priceOffers(request({ ...nearPrime, requested_amount_cents: 750_000 }));
    assert.equal(first?.is_counter_offer, false);
    assert.equal(first?.amount_cents, 750_000);
  });

  it('never offers more than the product or the decision allows, nor less than the product does', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 50_000, max: 10_000_000 }),
        fc.integer({ min: 50_000, max: 10_000_000 }),
        (requested_amount_cents, maximum_approved_cents) => {
          for (const each of priceOffers(
            request({ requested_amount_cents, maximum_approved_cents }),
          )) {
            assert.ok(each.approved_amount_cents <= maximum_approved_cents);
            assert.ok(each.approved_amount_cents <= each.product.max_amount_cents);
            assert.ok(each.amount_cents >= each.product.min_amount_cents);
            assert.ok(each.amount_cents <= requested_amount_cents);
            assert.equal(
              each.is_counter_offer,
              each.approved_amount_cents < requested_amount_cents,
            );
          }
        },
      ),
    );
  });
});

describe('offerObject()', () => {
  const identity = {
    offer_uuid: '3f0c2a58-7f7e-4d2a-9a3e-0b6f2f1f9d10',
    mla_covered: false,
    hard_inquiry_on_accept: false,
    expires_at: Date.UTC(2026, 3, 1, 15),
    texts: sampleTexts,
    locale: 'en',
    date: '2026-03-02',
  } as const;
  const objectOf = (code: string, over: Partial<OfferRequest> = {}, locale: 'en' | 'es' = 'en') => {
    const [priced] = priceOffers(request({ products: [product(code)], ...over }));
    assert.ok(priced);
    return offerObject(priced, { ...identity, locale });
  };

  it('is an offer object of the contract, with nothing else in it', () => {
    const object = objectOf('STD-60-1299', { requested_amount_cents: 1_000_000 });
    assert.deepEqual(offer.strict().parse(object), object);
    assert.equal(object.monthly_payment, '227.48');
    assert.equal(object.final_payment, '227.45');
    assert.equal(object.finance_charge, '3648.77');
    assert.equal(object.total_of_payments, '13648.77');
    assert.equal(object.apr, '12.99');
    assert.equal(object.first_payment_date, '2026-04-02');
    assert.equal(object.promo_disclosure, null);
  });

  it('says what deferred interest comes to', () => {
    const object = objectOf('DI12-60-1799', { requested_amount_cents: 600_000 });
    assert.equal(object.promo_payoff_amount, '6000.00');
    assert.equal(
      object.promo_disclosure,
      'Interest accrues from the purchase date. It is waived only if the full promotional balance of $6,000.00 is paid by March 2, 2027. If not, you owe the accrued interest of about $1,014.47. Monthly payments shown will not pay it off in time.',
    );
    assert.match(objectOf('DI12-60-1799', {}, 'es').promo_disclosure ?? '', /2 de marzo de 2027/);
  });

  it('says when the monthly payments pay it off in time', () => {
    const short = { ...product('DI12-60-1799'), term_months: 12 };
    const object = objectOf('DI12-60-1799', { products: [short] });
    assert.match(object.promo_disclosure ?? '', /Monthly payments shown will pay it off in time\./);
  });

  it('counts the months without payments', () => {
    const waiting = { ...product('DI12-60-1799'), promo_type: 'deferred_no_payments' } as const;
    const object = objectOf('DI12-60-1799', {
      products: [waiting],
      requested_amount_cents: 600_000,
    });
    assert.equal(object.first_payment_date, '2027-04-02');
    assert.equal(object.number_of_payments, 48);
    assert.match(object.promo_disclosure ?? '', /about \$1,079\.40/);
  });
});
