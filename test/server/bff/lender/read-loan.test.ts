import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readLoan } from '../../../../server/bff/lender/sponsor-lending-api/read-loan.ts';

const leastOffer = {
  offer_uuid: '6FA459EA-EE8A-11D2-90D4-00C04FD430C8',
  amount: 8400,
  apr: '12.9',
  monthly_payment: '191.10',
  term_months: '60',
};
const drawn = {
  offer_uuid: '6fa459ea-ee8a-11d2-90d4-00c04fd430c8',
  amount: '8400.00',
  apr: '12.90',
  monthly_payment: '191.10',
  term_months: 60,
};

function read(fields: Record<string, unknown>) {
  const noticed: string[] = [];
  const loan = readLoan(fields, (kind, field) => noticed.push(`${kind} ${field}`));
  return { loan, noticed };
}

describe('readLoan()', () => {
  it('reads nothing out of an empty object', () => {
    const { loan, noticed } = read({});
    assert.deepEqual([...new Set(Object.values(loan))], [null]);
    assert.deepEqual(noticed, []);
  });

  for (const [written, status] of [
    ['Approved: Accepted', 'Approved: Accepted'],
    ['APPROVED:ACCEPTED', 'Approved: Accepted'],
    ['Canceled', 'Cancelled'],
    ['cancelled', 'Cancelled'],
    ['pending_verification', null],
    ['Pending : Verification', 'Pending: Verification'],
    ['constructor', null],
  ] as const) {
    it(`reads the status ${written} as ${status}`, () => {
      const { loan, noticed } = read({ application_status: written });
      assert.equal(loan.status, status);
      assert.deepEqual(noticed, status === null ? ['unknown_word application_status'] : []);
    });
  }

  for (const [written, decision] of [
    ['OFFERS', 'offers'],
    ['No Offers', 'no_offers'],
    ['maybe', null],
  ] as const) {
    it(`reads the decision ${written} as ${decision}`, () => {
      assert.equal(read({ decision: written, offers: [leastOffer] }).loan.decision, decision);
    });
  }

  for (const [written, number] of [
    [7342055188, '7342055188'],
    ['7342055188', '7342055188'],
    ['LN-7', null],
  ] as const) {
    it(`reads the loan number ${written} as ${number}`, () => {
      const { loan } = read({ consumer_application_human_readable_id: written });
      assert.equal(loan.loanNumber, number);
    });
  }

  it('draws an offer of the least that a lender must say', () => {
    const { loan } = read({ decision: 'offers', offers: [leastOffer] });
    assert.deepEqual(loan.offers, [drawn]);
    assert.equal(loan.lacking, null);
  });

  for (const field of [
    'is_counter_offer',
    'origination_fee_amount',
    'promo_months',
    'promo_payoff_amount',
    'hard_inquiry_on_accept',
    'mla_covered',
  ]) {
    it(`draws no offer whose ${field} is given and cannot be read`, () => {
      const { loan } = read({ offers: [{ ...leastOffer, [field]: { text: 'see below' } }] });
      assert.deepEqual([loan.offers, loan.lacking], [[], field]);
    });
  }

  it('takes what else an offer says where it can be read', () => {
    const given = {
      product_id: 7,
      interest_rate: '7.125',
      promo_disclosure: null,
      promo_payoff_amount: null,
      purchase_window_days: 'ninety',
      finance_charge: '$10.00',
      expires_at: '2026-04-01T12:00:00.5-04:00',
    };
    const { loan } = read({ offers: [{ ...leastOffer, ...given }] });
    assert.deepEqual(loan.offers, [
      {
        ...drawn,
        product_id: '7',
        interest_rate: '7.125',
        promo_disclosure: null,
        promo_payoff_amount: null,
        expires_at: '2026-04-01T16:00:00Z',
      },
    ]);
    assert.equal(loan.offersExpireAt, '2026-04-01T16:00:00Z');
  });

  for (const [written, locale] of [
    ['es', 'es'],
    ['EN_us', 'en'],
    ['fr', undefined],
  ] as const) {
    it(`reads ${written} as the language ${locale} of an offer`, () => {
      const { loan } = read({ offers: [{ ...leastOffer, locale: written }] });
      assert.equal(loan.offers?.[0]?.locale, locale);
    });
  }

  for (const [field, value] of [
    ['offer_uuid', 'offer-1'],
    ['amount', '0.00'],
    ['apr', undefined],
    ['apr', '12.995'],
    ['monthly_payment', 0],
    ['term_months', '0'],
  ] as const) {
    it(`does not draw an offer whose ${field} is ${value}`, () => {
      const { loan, noticed } = read({ offers: [{ ...leastOffer, [field]: value }] });
      assert.deepEqual([loan.offers, loan.lacking], [[], field]);
      assert.deepEqual(noticed, [`bad_row ${field}`]);
    });
  }

  it('draws the offers that it can beside one that it cannot', () => {
    const { loan } = read({ offers: [null, leastOffer] });
    assert.deepEqual([loan.offers, loan.lacking], [[drawn], 'offer_uuid']);
  });

  it('draws an offer that is listed twice once, and none of two that differ', () => {
    const same = read({ offers: [leastOffer, leastOffer] }).loan;
    assert.deepEqual([same.offers, same.lacking], [[drawn], null]);
    const other = read({ offers: [leastOffer, { ...leastOffer, apr: '29.90' }] }).loan;
    assert.deepEqual([other.offers, other.lacking], [[], 'offer_uuid']);
  });

  for (const offers of [undefined, null, [], {}]) {
    it(`says that offers are lacking when they are ${JSON.stringify(offers)}`, () => {
      assert.equal(read({ decision: 'offers', offers }).loan.lacking, 'offers');
      assert.equal(read({ decision: 'no_offers', offers }).loan.lacking, null);
    });
  }

  for (const [fields, isAccepted, isClosed, isSuspended] of [
    [{ application_status: 'Approved: Accepted' }, true, null, false],
    [{ application_status: 'Suspended' }, null, null, true],
    [{ application_status: 'Suspended', accepted_at: null }, false, null, true],
    [{ application_status: 'Suspended', accepted_at: '2026-03-01' }, true, null, true],
    [{ application_status: 'Suspended', account_status: 'Suspended' }, true, false, true],
    [{ application_status: 'Suspended', account_status: 'On hold' }, null, null, true],
    [
      { application_status: 'Suspended', account_status: 'Active', accepted_at: null },
      false,
      false,
      true,
    ],
    [{ application_status: 'Declined' }, false, null, false],
    [{ application_status: 'Cancelled' }, null, null, false],
    [{ application_status: 'Cancelled', accepted_at: null }, false, null, false],
    [{ application_status: 'Canceled', accepted_at: '2026-03-01' }, true, null, false],
    [{ account_status: 'Closed' }, null, true, false],
    [{ account_status: 'suspended' }, null, false, true],
    [{}, null, null, null],
  ] as const) {
    it(`reads the account of ${JSON.stringify(fields)}`, () => {
      const { loan } = read(fields);
      assert.deepEqual(
        [loan.isAccepted, loan.isClosed, loan.isSuspended],
        [isAccepted, isClosed, isSuspended],
      );
    });
  }

  for (const [code, eligibility] of [
    [0, 0],
    ['2', 2],
    [3, null],
    [null, null],
    [true, null],
  ] as const) {
    it(`reads the eligibility code ${JSON.stringify(code)} as ${eligibility}`, () => {
      assert.equal(read({ transaction_status_code: code }).loan.eligibility, eligibility);
    });
  }

  it('names the lender only when all of it is there', () => {
    const lender = { name: 'A Bank', nmls_id: 12345, phone: '+15555550100', address: '1 Main St' };
    assert.deepEqual(read({ lender }).loan.lender, { ...lender, nmls_id: '12345' });
    assert.equal(read({ lender: { ...lender, phone: '' } }).loan.lender, null);
  });

  it('knows a review by the status before the last', () => {
    const history = (...statuses: string[]) => ({
      status_history: statuses.map((status) => ({ status })),
    });
    assert.equal(read(history('PENDING: VERIFICATION', 'Declined')).loan.endedInReview, true);
    assert.equal(read(history('Started', 'Declined')).loan.endedInReview, false);
    assert.equal(read(history('Declined')).loan.endedInReview, false);
    assert.equal(read({}).loan.endedInReview, null);
  });

  it("reads the loan's own lists as charges of this loan", () => {
    const uuid = '01890a5d-ac96-774b-bcce-b302099a8057';
    const charge = { transaction_description: '109', consumer_charge_amount: '10' };
    const { loan, noticed } = read({
      external_application_id: 'app-1',
      consumer_application_human_readable_id: 7342055188,
      transactions: [{ ...charge, associated_payment_request_id: uuid, status: 'Excluded' }, 7],
      pending_payment_requests: { count: 1, next: null, results: [charge] },
    });
    const same = { applicationId: 'app-1', loanNumber: '7342055188', kind: 109, cents: 1_000 };
    const unsaid = { paymentIdentifier: null, split: null, requestedAt: null, expiresAt: null };
    assert.deepEqual(loan.charges?.records, [
      { list: 'transactions', paymentRequestUuid: uuid, ...same, ...unsaid, lenderStatus: 'held' },
      { list: 'pending', paymentRequestUuid: null, ...same, ...unsaid, lenderStatus: 'pending' },
    ]);
    assert.deepEqual(noticed, ['bad_row transactions']);
  });

  for (const field of ['transactions', 'pending_payment_requests']) {
    it(`takes ${field} alone for a list of all its charges, where Pending says nothing`, () => {
      const { loan } = read({ [field]: [{ status: 'Pending' }, {}, { status: 'Failed' }] });
      assert.deepEqual(
        loan.charges?.records.map(({ list, lenderStatus }) => [list, lenderStatus]),
        [
          ['activity', null],
          ['activity', null],
          ['activity', 'failed'],
        ],
      );
    });
  }

  it('takes them for all charges of the loan where both are plain lists whose rows say what they are', () => {
    const names = { external_application_id: 'application-1' };
    const isWhole = (
      transactions: unknown,
      pending_payment_requests: unknown,
      said: object = names,
    ) => read({ ...said, transactions, pending_payment_requests }).loan.charges?.isWhole;
    const row = { transaction_description: 109 };
    assert.equal(isWhole([row], []), true);
    for (const other of [undefined, [{}], [row, 7], { count: 1, next: null, results: [row] }]) {
      assert.equal(isWhole(other, []), false);
      assert.equal(isWhole([], other), false);
    }
    assert.equal(isWhole([row], [], {}), false);
  });
});
