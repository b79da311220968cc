import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  decisionInputsKey,
  type EarlierApplication,
  findDuplicate,
} from '../../../../server/lending/domain/duplicate-applications.ts';
import { dayMs } from '../../../helpers/durations.ts';

const now = 100 * dayMs;

const earlier = (over: Partial<EarlierApplication>): EarlierApplication => ({
  status: 'Approved: Offers Available',
  requested_amount_cents: 840_000,
  offer_code_name: null,
  decision_inputs_index: 'inputs',
  decided_at: now - dayMs,
  offers_expire_at: now + dayMs,
  review_expires_at: null,
  report_obtained_at: now - dayMs,
  ...over,
});

const declined = (over: Partial<EarlierApplication>) =>
  earlier({ status: 'Declined', offers_expire_at: null, ...over });

const inReview = (over: Partial<EarlierApplication>) =>
  earlier({
    status: 'Pending: Verification',
    offers_expire_at: null,
    review_expires_at: now + dayMs,
    ...over,
  });

const same = {
  requested_amount_cents: 840_000,
  offer_code_name: null,
  decision_inputs_index: 'inputs',
};
const otherAmount = { ...same, requested_amount_cents: 900_000, decision_inputs_index: 'other' };
const coded = { ...same, offer_code_name: 'SPRING-24', decision_inputs_index: 'other' };
const otherInputs = { ...same, decision_inputs_index: 'other' };

describe('findDuplicate()', () => {
  for (const [name, applications, request, kind] of [
    ['nothing earlier', [], same, 'new'],
    ['offers stand', [earlier({})], same, 'same'],
    ['an offer is selected', [earlier({ status: 'Approved: Offer Selected' })], same, 'same'],
    ['offers stand, other inputs', [earlier({})], otherInputs, 'same'],
    ['offers stand, other amount', [earlier({})], otherAmount, 'other_terms'],
    ['offers stand, under no code', [earlier({})], coded, 'other_terms'],
    ['offers stand, under this code', [earlier({ offer_code_name: 'SPRING-24' })], coded, 'same'],
    ['offers stand, under a code', [earlier({ offer_code_name: 'X' })], same, 'other_terms'],
    ['offers expire now', [earlier({ offers_expire_at: now })], same, 'new'],
    ['accepted', [earlier({ status: 'Approved: Accepted' })], same, 'new'],
    ['cancelled', [earlier({ status: 'Cancelled' })], same, 'new'],
    ['in review', [inReview({})], same, 'same'],
    ['in review, other amount', [inReview({})], otherAmount, 'same'],
    ['in review, under no code', [inReview({})], coded, 'same'],
    ['the review is over', [inReview({ review_expires_at: now })], same, 'new'],
    ['declined on the same inputs', [declined({})], same, 'same'],
    ['declined on other inputs', [declined({})], otherInputs, 'same_report'],
    ['declined without a report', [declined({ report_obtained_at: null })], otherInputs, 'new'],
    [
      'declined on a report of 30 days ago',
      [declined({ report_obtained_at: now - 30 * dayMs })],
      otherInputs,
      'new',
    ],
    ['declined 30 days ago', [declined({ decided_at: now - 30 * dayMs })], same, 'new'],
    ['declined, then offers', [declined({}), earlier({})], otherInputs, 'same'],
  ] as const) {
    it(`is ${kind}: ${name}`, () =>
      assert.equal(findDuplicate(applications, request, now).kind, kind));
  }

  it('decides again on the youngest report', () => {
    const old = declined({ decided_at: now - 5 * dayMs });
    const young = declined({ decided_at: now - dayMs });
    const duplicate = findDuplicate([old, young], otherInputs, now);
    assert.equal(duplicate.kind === 'same_report' && duplicate.application, young);
  });
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
    products: [{ product_id: 'zero', min_amount_cents: 50_000, max_amount_cents: 5_000_000 }],
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
    ['address_2', 'Apt 2'],
    ['city', 'Dayton'],
    ['state', 'KY'],
    ['zip_code', '43005'],
    ['products', []],
    ['products', [{ ...inputs.products[0], max_amount_cents: 500_000 }]],
  ] as const) {
    it(`sees another ${field}`, () =>
      assert.notEqual(decisionInputsKey({ ...inputs, [field]: value }), decisionInputsKey(inputs)));
  }
});
