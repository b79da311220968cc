import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loanOfReading } from '../../../../server/bff/domain/loan.ts';
import type { LoanReading } from '../../../../server/bff/lender/lender.ts';
import { aLoan, anAccount, anOffer } from '../../../helpers/checkouts.ts';

const nothing: LoanReading = {
  applicationId: null,
  loanId: null,
  loanNumber: null,
  status: null,
  decision: null,
  requestedAmount: null,
  offers: null,
  lacking: null,
  offersExpireAt: null,
  decidedAt: null,
  lender: null,
  notice: null,
  endedInReview: null,
  isAccepted: null,
  isClosed: null,
  isSuspended: null,
  creditLimit: null,
  availableSpend: null,
  purchaseWindowEndDate: null,
  portalStatus: null,
  eligibility: null,
  productId: null,
  chosen: null,
  charges: null,
};

const names = { externalApplicationId: 'ours', loanId: 'ours' };
const first = { names, lender: null, known: null, asked: null, isChosen: false };
const again = (parts: Parameters<typeof aLoan>[0] = {}) => ({ ...first, known: aLoan(parts) });

describe('loanOfReading()', () => {
  it('goes by the decision where no status is given, under our own ids', () => {
    const loan = loanOfReading({ ...nothing, decision: 'offers', offers: [anOffer()] }, first);
    assert.equal(loan?.status, 'Approved: Offers Available');
    assert.deepEqual(
      [loan.externalApplicationId, loan.loanId, loan.notice],
      ['ours', 'ours', 'unknown'],
    );
    assert.equal(loanOfReading({ ...nothing, decision: 'no_offers' }, first)?.status, 'Declined');
  });

  it('ends a review by a decision of offers beside such a word, and by no such word alone', () => {
    const known = again({ status: 'Pending: Verification' });
    for (const status of ['Invited', 'Started'] as const) {
      const answer: LoanReading = { ...nothing, status, decision: 'offers' };
      assert.equal(loanOfReading(answer, known)?.status, 'Approved: Offers Available');
      const unsaid: LoanReading = { ...nothing, status };
      assert.equal(loanOfReading(unsaid, known)?.status, 'Pending: Verification');
    }
    const wordless: LoanReading = { ...nothing, decision: 'offers' };
    assert.equal(loanOfReading(wordless, known)?.status, 'Pending: Verification');
  });

  it('goes by a decision of offers beside a word that it is invited or started', () => {
    for (const status of ['Invited', 'Started'] as const) {
      const answer: LoanReading = { ...nothing, status, decision: 'offers', offers: [anOffer()] };
      assert.equal(loanOfReading(answer, first)?.status, 'Approved: Offers Available');
      const undecided: LoanReading = { ...nothing, status, decision: 'no_offers' };
      assert.equal(loanOfReading(undecided, first)?.status, status);
    }
  });

  it('has offers at the lender where its status says so and none is given', () => {
    const unsaid: LoanReading = { ...nothing, status: 'Approved: Offers Available' };
    assert.equal(loanOfReading(unsaid, first)?.hasMoreOffers, true);
    assert.equal(loanOfReading(unsaid, again())?.hasMoreOffers, false);
  });

  it('is nothing where neither says where the application stands', () => {
    assert.equal(loanOfReading(nothing, first), undefined);
    assert.equal(loanOfReading(nothing, again())?.status, 'Approved: Offers Available');
  });

  it('keeps the offers of a lender that leaves them out later', () => {
    const selected: LoanReading = { ...nothing, status: 'Approved: Offer Selected', offers: [] };
    const loan = loanOfReading(selected, again());
    assert.deepEqual(loan?.offers, aLoan().offers);
    assert.equal(loan.offersExpireAt, aLoan().offersExpireAt);
  });

  it('keeps the names by which its charges are looked for', () => {
    const other = { ...nothing, loanNumber: '1111111111', loanId: 'other', applicationId: 'other' };
    const { loanNumber, loanId, externalApplicationId } = aLoan();
    const loan = loanOfReading(other, again());
    assert.deepEqual(
      [loan?.loanNumber, loan?.loanId, loan?.externalApplicationId],
      [loanNumber, loanId, externalApplicationId],
    );
  });

  it('keeps what was chosen where the lender does not say it again', () => {
    const chosen = { offerUuid: anOffer().offer_uuid, selectedAmount: '8400.00' };
    assert.deepEqual(loanOfReading(nothing, again({ chosen }))?.chosen, chosen);
    const other = { ...chosen, selectedAmount: '5000.00' };
    assert.deepEqual(
      loanOfReading({ ...nothing, chosen: other }, again({ chosen }))?.chosen,
      other,
    );
  });

  it('does not take an application that was decided for undecided', () => {
    const loan = loanOfReading({ ...nothing, status: 'Started' }, again());
    assert.equal(loan?.status, 'Approved: Offers Available');
  });

  for (const decision of ['no_offers', null] as const) {
    describe(`that is cancelled, with ${decision ?? 'nothing'} as its decision`, () => {
      const cancelled: LoanReading = { ...nothing, status: 'Cancelled', decision };

      it('is a decision against the consumer where nothing was offered before', () => {
        assert.equal(loanOfReading(cancelled, first)?.status, 'Declined');
        for (const status of ['Started', 'Pending: Verification', 'Declined'] as const) {
          assert.equal(loanOfReading(cancelled, again({ status }))?.status, 'Declined');
        }
      });

      it('is cancelled after an offer, a choice or an acceptance, and stays so', () => {
        for (const status of [
          'Approved: Offers Available',
          'Approved: Offer Selected',
          'Approved: Accepted',
          'Suspended',
          'Cancelled',
        ] as const) {
          assert.equal(loanOfReading(cancelled, again({ status }))?.status, 'Cancelled');
        }
        const chosen = { ...again({ status: 'Pending: Verification' }), isChosen: true };
        assert.equal(loanOfReading(cancelled, chosen)?.status, 'Cancelled');
      });
    });
  }

  describe('that is cancelled', () => {
    const cancelled: LoanReading = { ...nothing, status: 'Cancelled' };

    it('is cancelled where the decision is another', () => {
      const offered: LoanReading = { ...cancelled, decision: 'offers' };
      assert.equal(loanOfReading(offered, first)?.status, 'Cancelled');
    });

    it('is cancelled where its answer has offers, or says that it was accepted', () => {
      const offering: LoanReading = { ...cancelled, offers: [anOffer()] };
      assert.equal(loanOfReading(offering, first)?.status, 'Cancelled');
      const accepted: LoanReading = { ...cancelled, isAccepted: true };
      assert.equal(loanOfReading(accepted, first)?.status, 'Cancelled');
    });
  });

  it('has an account by the status alone, and keeps what was known of it', () => {
    const accepted: LoanReading = { ...nothing, status: 'Approved: Accepted' };
    assert.equal(loanOfReading(accepted, again())?.account?.creditLimit, null);
    const { account } = loanOfReading(accepted, again({ account: anAccount() })) ?? {};
    assert.equal(account?.creditLimit, anAccount().creditLimit);
    assert.equal(account.eligibilityCode, null);
  });

  it('is looked at more closely while it is held back before its terms are accepted', () => {
    for (const isAccepted of [null, false]) {
      const held: LoanReading = { ...nothing, status: 'Suspended', isAccepted };
      const loan = loanOfReading(held, again());
      assert.deepEqual([loan?.status, loan?.account], ['Pending: Verification', null]);
      assert.deepEqual([loan?.offers, loan?.hasMoreOffers], [aLoan().offers, false]);
      assert.equal(loanOfReading(held, first)?.status, 'Pending: Verification');
    }
  });

  it('is where it was before it was held back, as long as nothing else is said', () => {
    const held: LoanReading = { ...nothing, status: 'Suspended' };
    const review: LoanReading = { ...nothing, status: 'Pending: Verification' };
    for (const status of ['Approved: Offers Available', 'Approved: Offer Selected'] as const) {
      const known = loanOfReading(held, again({ status })) ?? assert.fail();
      const same = loanOfReading(held, { ...first, known }) ?? assert.fail();
      for (const said of [null, 'Invited', 'Started'] as const) {
        const released = loanOfReading({ ...nothing, status: said }, { ...first, known: same });
        assert.deepEqual([released?.status, released?.offers], [status, aLoan().offers]);
        const next = released && loanOfReading(nothing, { ...first, known: released });
        assert.equal(next?.status, status);
      }
      const reviewed = loanOfReading(review, { ...first, known: same }) ?? assert.fail();
      const then = loanOfReading(nothing, { ...first, known: reviewed });
      assert.equal(then?.status, 'Pending: Verification');
      const refused: LoanReading = { ...nothing, status: 'Cancelled', decision: 'no_offers' };
      assert.equal(loanOfReading(refused, { ...first, known: same })?.status, 'Cancelled');
    }
    for (const status of ['Pending: Verification', 'Started'] as const) {
      const known = loanOfReading(held, again({ status })) ?? assert.fail();
      const released = loanOfReading(nothing, { ...first, known });
      assert.equal(released?.status, 'Pending: Verification');
    }
  });

  it('has an account that is suspended where its terms were accepted', () => {
    const suspended: LoanReading = { ...nothing, status: 'Suspended' };
    const known = loanOfReading(suspended, again({ account: anAccount() }));
    assert.deepEqual([known?.status, known?.account?.isSuspended], ['Suspended', true]);
    const said = loanOfReading({ ...suspended, isAccepted: true }, again());
    assert.deepEqual([said?.status, said?.account?.isSuspended], ['Suspended', true]);
  });

  it('has an account that is suspended by its own status, whatever that of the application', () => {
    const accepted: LoanReading = { ...nothing, status: 'Approved: Accepted' };
    const account = (reading: LoanReading) => loanOfReading(reading, again())?.account;
    assert.equal(account({ ...accepted, isSuspended: true })?.isSuspended, true);
    assert.equal(account(accepted)?.isSuspended, false);
  });

  it('puts the lowest total first, or the lowest APR where one offer gives no total', () => {
    const dear = anOffer({ offer_uuid: 'dear', total_of_payments: '2.00', apr: '1.00' });
    const cheap = anOffer({ offer_uuid: 'cheap', total_of_payments: '1.00', apr: '2.00' });
    const order = (offers: LoanReading['offers']) =>
      loanOfReading({ ...nothing, decision: 'offers', offers }, first)?.offers.map(
        ({ offer_uuid }) => offer_uuid,
      );
    assert.deepEqual(order([dear, cheap]), ['cheap', 'dear']);
    const { total_of_payments: _total, ...untold } = cheap;
    assert.deepEqual(order([untold, dear]), ['dear', 'cheap']);
    const alike = { total_of_payments: '3.00', apr: '9.99' };
    const equal = [
      anOffer({ ...alike, offer_uuid: 'high', monthly_payment: '20.00' }),
      anOffer({ ...alike, offer_uuid: 'higher', monthly_payment: '3.00', apr: '10.00' }),
      anOffer({ ...alike, offer_uuid: 'low', monthly_payment: '3.00' }),
    ];
    assert.deepEqual(order(equal), ['low', 'high', 'higher']);
  });
});
