import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ChargeState } from '../../../../server/bff/domain/charge.ts';
import {
  followLoan,
  isEnded,
  isFollowed,
  isSooner,
  laterLook,
  nextLook,
} from '../../../../server/bff/domain/following.ts';
import {
  aCharge,
  aCheckout,
  aLoan,
  anAcceptedCheckout,
  aSoftPull,
  noon,
} from '../../../helpers/checkouts.ts';

const secondMs = 1_000;
const minuteMs = 60 * secondMs;

describe('nextLook()', () => {
  const offered = aCheckout({ softPull: aSoftPull(), loan: aLoan() });

  it('looks after a call when its callers have been answered, and after a lost answer at once', () => {
    const calling = aCheckout({ softPull: aSoftPull({ state: 'started' }) });
    const lost = aCheckout({ softPull: aSoftPull({ state: 'unknown' }) });
    assert.equal(nextLook(calling, noon), noon + 10 * secondMs);
    assert.equal(nextLook(lost, noon), noon + secondMs);
  });

  it('looks at most a minute apart for as long as an answer is lost', () => {
    const lost = aCheckout({ softPull: aSoftPull({ state: 'unknown' }) });
    for (let now = noon; now < noon + 60 * minuteMs; now += 17 * secondMs) {
      const delay = nextLook(lost, now) - now;
      assert.ok(delay >= secondMs && delay <= minuteMs, `${delay} ms at ${now - noon} ms`);
    }
  });

  it('looks within 15 minutes for what has no callback', () => {
    const watched = [
      aCheckout({ softPull: aSoftPull(), loan: aLoan({ status: 'Pending: Verification' }) }),
      anAcceptedCheckout(),
      anAcceptedCheckout({ charges: [aCharge({ state: 'pending' })] }),
      anAcceptedCheckout({ charges: [aCharge({ state: 'approved' })] }),
    ];
    for (const checkout of watched) {
      assert.ok(nextLook(checkout, noon) <= noon + 15 * minuteMs);
    }
  });

  it('looks once a day at offers, which nobody but their consumer moves', () => {
    assert.equal(nextLook(offered, noon), noon + 24 * 60 * minuteMs);
  });

  it('lets go of what has ended, until it is kept no longer', () => {
    const over = [
      aCheckout({ endedBy: 'idle' }),
      aCheckout({ softPull: aSoftPull(), loan: aLoan({ status: 'Declined' }) }),
      anAcceptedCheckout({ charges: [aCharge({ state: 'settled' })] }),
    ];
    for (const checkout of over) {
      assert.equal(nextLook(checkout, noon), noon + 31 * 24 * 60 * minuteMs);
      assert.ok(isEnded(checkout));
    }
  });
});

describe('laterLook()', () => {
  const offered = aCheckout({ softPull: aSoftPull(), loan: aLoan(), touchedAt: noon });

  it('puts off a look that was planned for a call which has brought offers since', () => {
    assert.equal(laterLook(offered, noon + 10 * secondMs), noon + 24 * 60 * minuteMs);
    assert.equal(laterLook(offered, noon + 24 * 60 * minuteMs), null);
  });

  it('puts off nothing that somebody waits for', () => {
    const lost = aCheckout({ softPull: aSoftPull({ state: 'unknown' }), touchedAt: noon });
    const accepted = anAcceptedCheckout({ touchedAt: noon });
    assert.equal(laterLook(lost, noon), null);
    assert.equal(laterLook(accepted, noon), null);
  });
});

describe('isSooner()', () => {
  it('leaves a look that is due by then anyway', () => {
    const planned = aCheckout({ lookAt: noon + minuteMs });
    assert.equal(isSooner(noon + 2 * minuteMs, planned, noon), false);
    assert.equal(isSooner(noon + secondMs, planned, noon), true);
  });

  it('does not count on a look whose time has come', () => {
    const past = aCheckout({ lookAt: noon });
    assert.equal(isSooner(noon + 2 * minuteMs, past, noon), true);
    assert.equal(isSooner(noon + 2 * minuteMs, aCheckout(), noon), true);
  });
});

describe('isEnded()', () => {
  it('is so for an accepted loan that cannot be charged any more, not for one on hold', () => {
    assert.ok(!isEnded(anAcceptedCheckout()));
    assert.ok(!isEnded(anAcceptedCheckout({}, { isSuspended: true, eligibilityCode: 1 })));
    assert.ok(isEnded(anAcceptedCheckout({}, { eligibilityCode: 1 })));
    assert.ok(isEnded(anAcceptedCheckout({}, { isClosed: true })));
  });
});

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

describe('a project charge', () => {
  const settled = aCharge({ state: 'settled' });
  const withLater = (state: ChargeState) =>
    anAcceptedCheckout({
      charges: [settled],
      laterCharges: [aCharge({ id: 'project', kind: 111, state })],
    });

  it('keeps its checkout from ending while its money may move', () => {
    for (const state of ['started', 'unknown', 'pending', 'approved'] as const) {
      assert.equal(isEnded(withLater(state)), false, state);
      assert.equal(isFollowed(withLater(state)), true, state);
    }
    for (const state of ['void', 'settled', 'rejected', 'expired', 'failed'] as const) {
      assert.equal(isEnded(withLater(state)), true, state);
      assert.equal(isFollowed(withLater(state)), false, state);
    }
  });

  it('is looked for soon when its answer was lost', () => {
    assert.equal(nextLook(withLater('unknown'), noon), noon + secondMs);
    assert.equal(nextLook(withLater('started'), noon), noon + 10 * secondMs);
  });
});
