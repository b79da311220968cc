import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ChargeState } from '../../../../server/bff/domain/charge.ts';
import {
  isSooner,
  nextReconcile,
  postponedUntil,
} from '../../../../server/bff/domain/next-reconcile.ts';
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
