import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ChargeState } from '../../../../server/bff/domain/charge.ts';
import {
  followLoan,
  isFollowed,
  isInvitedLately,
} from '../../../../server/bff/domain/following.ts';
import { isEnded } from '../../../../server/bff/domain/lifetime.ts';
import {
  aCharge,
  aCheckout,
  aLoan,
  anAcceptedCheckout,
  aSelection,
  aSoftPull,
  noon,
} from '../../../helpers/checkouts.ts';
import { hourMs, minuteMs } from '../../../helpers/durations.ts';

describe('followLoan()', () => {
  it('keeps a choice although the lender goes on saying that there are offers', () => {
    const selected = aLoan({ status: 'Approved: Offer Selected' });
    const chosen = aCheckout({ softPull: aSoftPull(), loan: selected, selection: aSelection() });
    assert.equal(followLoan(chosen, aLoan(), noon).loan?.status, 'Approved: Offer Selected');
  });

  for (const missing of ['bankMissingSince', 'portalMissingSince'] as const) {
    it(`forgets ${missing} after ten minutes`, () => {
      const checkout = anAcceptedCheckout({ [missing]: noon });
      const loan = checkout.loan ?? assert.fail();
      assert.equal(followLoan(checkout, loan, noon + 9 * minuteMs)[missing], noon);
      assert.equal(followLoan(checkout, loan, noon + 10 * minuteMs)[missing], null);
      assert.equal(followLoan(checkout, loan, noon - hourMs)[missing], null);
    });
  }
});

describe('isInvitedLately()', () => {
  it('is so for an hour, by a clock that was set back too', () => {
    const invited = anAcceptedCheckout({ portalInvitedAt: noon });
    assert.equal(isInvitedLately(invited, noon + hourMs - 1), true);
    assert.equal(isInvitedLately(invited, noon + hourMs), false);
    assert.equal(isInvitedLately(invited, noon - hourMs), false);
  });
});

describe('a charge whose money may move', () => {
  const moving = ['started', 'unknown', 'unresolved', 'pending', 'approved', 'held'] as const;
  const over = ['void', 'settled', 'rejected', 'expired', 'failed', 'reversed'] as const;
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
        assert.equal(isEnded(checkoutWith(state), noon), false, state);
        assert.equal(isFollowed(checkoutWith(state)), true, state);
      }
      for (const state of over) {
        assert.equal(isEnded(checkoutWith(state), noon), true, state);
        assert.equal(isFollowed(checkoutWith(state)), false, state);
      }
    }
  });
});
