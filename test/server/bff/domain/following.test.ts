import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ChargeState } from '../../../../server/bff/domain/charge.ts';
import { isEnded } from '../../../../server/bff/domain/ending.ts';
import { followLoan, isFollowed } from '../../../../server/bff/domain/following.ts';
import {
  aCharge,
  aCheckout,
  aLoan,
  anAcceptedCheckout,
  aSoftPull,
  noon,
} from '../../../helpers/checkouts.ts';
import { minuteMs } from '../../../helpers/durations.ts';

describe('followLoan()', () => {
  it('keeps the offers of a lender that leaves them out later', () => {
    const offered = aCheckout({ softPull: aSoftPull(), loan: aLoan() });
    const silent = aLoan({ status: 'Approved: Offer Selected', offers: [], offersExpireAt: null });
    const { loan } = followLoan(offered, silent, noon);
    assert.deepEqual(loan?.offers, aLoan().offers);
    assert.equal(loan?.offersExpireAt, aLoan().offersExpireAt);
  });

  it('forgets after ten minutes that the bank was missing', () => {
    const checkout = anAcceptedCheckout({ bankMissingSince: noon });
    const loan = checkout.loan ?? assert.fail();
    assert.equal(followLoan(checkout, loan, noon + 9 * minuteMs).bankMissingSince, noon);
    assert.equal(followLoan(checkout, loan, noon + 10 * minuteMs).bankMissingSince, null);
  });
});

describe('a charge whose money may move', () => {
  const moving = ['started', 'unknown', 'pending', 'approved'] as const;
  const over = ['void', 'settled', 'rejected', 'expired', 'failed'] as const;
  const settled = aCharge({ state: 'settled' });
  const withLater = (state: ChargeState) =>
    anAcceptedCheckout({
      charges: [settled],
      laterCharges: [aCharge({ id: 'project', kind: 111, state })],
    });
  const cancelledWith = (state: ChargeState) => {
    const accepted = anAcceptedCheckout({ charges: [aCharge({ state })] });
    return { ...accepted, loan: aLoan({ ...accepted.loan, status: 'Cancelled' }) };
  };

  it('keeps its checkout from ending: one for the project, and one of a cancelled account', () => {
    for (const checkoutWith of [withLater, cancelledWith]) {
      for (const state of moving) {
        assert.equal(isEnded(checkoutWith(state)), false, state);
        assert.equal(isFollowed(checkoutWith(state)), true, state);
      }
      for (const state of over) {
        assert.equal(isEnded(checkoutWith(state)), true, state);
        assert.equal(isFollowed(checkoutWith(state)), false, state);
      }
    }
  });
});
