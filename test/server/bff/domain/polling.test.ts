import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ChargeState } from '../../../../server/bff/domain/charge.ts';
import {
  isEnded,
  isFollowed,
  isSooner,
  nextReconcile,
  postponedUntil,
} from '../../../../server/bff/domain/polling.ts';
import {
  aCharge,
  aCheckout,
  aLoan,
  anAcceptedCheckout,
  aRefund,
  aSoftPull,
  noon,
} from '../../../helpers/checkouts.ts';
import { dayMs, minuteMs, secondMs } from '../../../helpers/durations.ts';

describe('isEnded()', () => {
  it('is so for an accepted loan that cannot be charged any more, not for one on hold', () => {
    assert.ok(!isEnded(anAcceptedCheckout(), noon));
    assert.ok(!isEnded(anAcceptedCheckout({}, { isSuspended: true, eligibilityCode: 1 }), noon));
    assert.ok(isEnded(anAcceptedCheckout({}, { eligibilityCode: 1 }), noon));
    assert.ok(isEnded(anAcceptedCheckout({}, { isClosed: true }), noon));
  });

  it('is so after a decline, an idle end and a settled charge', () => {
    assert.ok(isEnded(aCheckout({ endedBy: 'idle' }), noon));
    const declined = aCheckout({ softPull: aSoftPull(), loan: aLoan({ status: 'Declined' }) });
    assert.ok(isEnded(declined, noon));
    assert.ok(isEnded(anAcceptedCheckout({ charges: [aCharge({ state: 'settled' })] }), noon));
  });

  it('is so 180 days after anybody opened it, where the lender names no end', () => {
    const open = anAcceptedCheckout({}, { purchaseWindowEndDate: null });
    assert.ok(!isEnded(open, noon + 180 * dayMs - 1));
    assert.ok(isEnded(open, noon + 180 * dayMs));
    assert.ok(!isEnded(anAcceptedCheckout(), noon + 180 * dayMs));
    const openEnded = anAcceptedCheckout({}, { purchaseWindowEndDate: '9999-12-31' });
    assert.ok(!isEnded(openEnded, noon + 2 * 365 * dayMs - 1));
    assert.ok(isEnded(openEnded, noon + 2 * 365 * dayMs));
  });

  it('is not so while the merchant’s server has asked for something of its loan since', () => {
    const now = noon + 200 * dayMs;
    const asked = { startedAt: now - dayMs };
    for (const parts of [
      { laterCharges: [aCharge({ kind: 113, state: 'pending', ...asked })] },
      { charges: [aCharge({ state: 'settled' })], refunds: [aRefund(asked)] },
      { cancellation: { state: 'asked', askedAt: now - dayMs, deadlineAt: now } },
      { limitIncrease: { state: 'asked', cents: 900_000, deadlineAt: now - dayMs } },
    ] as const) {
      assert.ok(!isEnded(anAcceptedCheckout(parts, { purchaseWindowEndDate: null }), now));
    }
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

describe('nextReconcile()', () => {
  const offered = aCheckout({ softPull: aSoftPull(), loan: aLoan() });

  it('looks after a call when its callers have been answered, and after a lost answer at once', () => {
    const calling = aCheckout({ softPull: aSoftPull({ state: 'started' }) });
    const lost = aCheckout({ softPull: aSoftPull({ state: 'unknown' }) });
    assert.equal(nextReconcile(calling, noon), noon + 10 * secondMs);
    assert.equal(nextReconcile(lost, noon), noon + secondMs);
  });

  it('looks at most a minute apart for as long as an answer is lost', () => {
    const lost = aCheckout({ softPull: aSoftPull({ state: 'unknown' }) });
    for (let now = noon; now < noon + 60 * minuteMs; now += 17 * secondMs) {
      const delay = nextReconcile(lost, now) - now;
      assert.ok(delay >= secondMs && delay <= minuteMs, `${delay} ms at ${now - noon} ms`);
    }
  });

  it('is a whole millisecond at whatever age of a lost answer', () => {
    const lost = aCheckout({ softPull: aSoftPull({ state: 'unknown' }) });
    for (const age of [5_001, 10_002, 50_003]) {
      const at = nextReconcile(lost, noon + age);
      assert.ok(Number.isInteger(at), `${at} after ${age} ms`);
    }
  });

  it('looks as soon after a call that was begun by a clock which has been set back since', () => {
    const anHourAgo = noon - 60 * minuteMs;
    const calling = aCheckout({ softPull: aSoftPull({ state: 'started' }) });
    const lost = aCheckout({ softPull: aSoftPull({ state: 'unknown' }) });
    assert.equal(nextReconcile(calling, anHourAgo), anHourAgo + 10 * secondMs);
    assert.equal(nextReconcile(lost, anHourAgo), anHourAgo + secondMs);
  });

  it('looks within 15 minutes for what has no callback', () => {
    const watched = [
      aCheckout({ softPull: aSoftPull(), loan: aLoan({ status: 'Pending: Verification' }) }),
      anAcceptedCheckout(),
      anAcceptedCheckout({ charges: [aCharge({ state: 'pending' })] }),
      anAcceptedCheckout({ charges: [aCharge({ state: 'approved' })] }),
    ];
    for (const checkout of watched) {
      assert.ok(nextReconcile(checkout, noon) <= noon + 15 * minuteMs);
    }
  });

  it('looks for a transfer, which takes a bank days, up to an hour apart', () => {
    const charged = { charges: [aCharge({ state: 'approved' })] };
    const waiting = [
      anAcceptedCheckout(charged),
      anAcceptedCheckout({ charges: [aCharge({ state: 'settled' })], refunds: [aRefund()] }),
    ];
    for (const checkout of waiting) {
      const delayAfter = (age: number) => nextReconcile(checkout, noon + age) - noon - age;
      assert.equal(delayAfter(minuteMs), 10 * minuteMs);
      assert.equal(delayAfter(25 * minuteMs), 25 * minuteMs);
      assert.equal(delayAfter(dayMs), 60 * minuteMs);
    }
    const asked = aCharge({ id: 'project', kind: 111, state: 'pending' });
    const withRequest = anAcceptedCheckout({ ...charged, laterCharges: [asked] });
    assert.equal(nextReconcile(withRequest, noon + dayMs), noon + dayMs + 10 * minuteMs);
  });

  it('looks once a day at a loan that nobody has used for 30 days', () => {
    const failed = { charges: [aCharge({ state: 'failed' })] };
    for (const checkout of [anAcceptedCheckout(), anAcceptedCheckout(failed)]) {
      const month = noon + 30 * dayMs;
      assert.equal(nextReconcile(checkout, month - 1), month - 1 + 10 * minuteMs);
      assert.equal(nextReconcile(checkout, month), month + dayMs);
    }
  });

  it('looks once a day at offers, which nobody but their consumer moves', () => {
    assert.equal(nextReconcile(offered, noon), noon + 24 * 60 * minuteMs);
  });

  it('lets go of what has ended, until it is kept no longer', () => {
    const over = [
      aCheckout({ endedBy: 'idle', madeBy: 'server' }),
      aCheckout({ softPull: aSoftPull(), loan: aLoan({ status: 'Declined' }) }),
      anAcceptedCheckout({ charges: [aCharge({ state: 'settled' })] }),
    ];
    for (const checkout of over) {
      assert.equal(nextReconcile(checkout, noon), noon + 31 * 24 * 60 * minuteMs);
    }
    assert.equal(nextReconcile(aCheckout({ endedBy: 'idle' }), noon), noon + 60 * minuteMs);
  });

  it('looks for two days for a call that came to nothing, though all else has ended', () => {
    const settled = { charges: [aCharge({ state: 'settled' })] };
    const deadlineAt = noon + 25 * secondMs;
    const late = [
      anAcceptedCheckout({ ...settled, refunds: [aRefund({ state: 'void', deadlineAt })] }),
      anAcceptedCheckout({
        ...settled,
        laterCharges: [aCharge({ id: 'project', kind: 111, state: 'void', deadlineAt })],
      }),
    ];
    for (const checkout of late) {
      assert.equal(nextReconcile(checkout, noon + minuteMs), noon + 2 * minuteMs);
      assert.equal(nextReconcile(checkout, noon + dayMs), noon + 1.25 * dayMs);
      assert.equal(nextReconcile(checkout, noon + dayMs + 1), noon + 1.25 * dayMs + 1);
      assert.equal(nextReconcile(checkout, deadlineAt + 2 * dayMs), deadlineAt + 33 * dayMs);
    }
    const refused = [aRefund({ state: 'void', deadlineAt: 0 })];
    const ended = anAcceptedCheckout({ ...settled, refunds: refused });
    assert.equal(nextReconcile(ended, noon), noon + 31 * dayMs);
  });

  it('comes soon for a project charge whose answer was lost', () => {
    const withLater = (state: ChargeState) =>
      anAcceptedCheckout({
        charges: [aCharge({ state: 'settled' })],
        laterCharges: [aCharge({ id: 'project', kind: 111, state })],
      });
    assert.equal(nextReconcile(withLater('unknown'), noon), noon + secondMs);
    assert.equal(nextReconcile(withLater('started'), noon), noon + 10 * secondMs);
  });
});

describe('postponedUntil()', () => {
  const offered = aCheckout({ softPull: aSoftPull(), loan: aLoan(), touchedAt: noon });

  it('puts off a look that was planned for a call which has brought offers since', () => {
    assert.equal(postponedUntil(offered, noon + 10 * secondMs), noon + 24 * 60 * minuteMs);
    assert.equal(postponedUntil(offered, noon + 24 * 60 * minuteMs), null);
  });

  it('puts off nothing that somebody waits for', () => {
    const lost = aCheckout({ softPull: aSoftPull({ state: 'unknown' }), touchedAt: noon });
    const accepted = anAcceptedCheckout({ touchedAt: noon });
    assert.equal(postponedUntil(lost, noon), null);
    assert.equal(postponedUntil(accepted, noon), null);
  });
});

describe('isSooner()', () => {
  it('leaves a look that is due by then anyway', () => {
    const planned = aCheckout({ reconcileAt: noon + minuteMs });
    assert.equal(isSooner(noon + 2 * minuteMs, planned, noon), false);
    assert.equal(isSooner(noon + secondMs, planned, noon), true);
  });

  it('does not count on a look whose time has come', () => {
    const past = aCheckout({ reconcileAt: noon });
    assert.equal(isSooner(noon + 2 * minuteMs, past, noon), true);
    assert.equal(isSooner(noon + 2 * minuteMs, aCheckout(), noon), true);
  });
});
