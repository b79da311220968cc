import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ChargeState } from '../../../../server/bff/domain/charge.ts';
import { nextPurge, purgeDue } from '../../../../server/bff/domain/retention.ts';
import {
  aCharge,
  aCheckout,
  aLoan,
  anAcceptedCheckout,
  aSoftPull,
  noon,
} from '../../../helpers/checkouts.ts';
import { dayMs, hourMs } from '../../../helpers/durations.ts';

const month = 31 * dayMs;
const sevenYears = (7 * 365 + 2) * dayMs;

describe('purgeDue()', () => {
  const left = aCheckout({ endedBy: 'idle', endedAt: noon });
  const ofServer = aCheckout({ ...left, madeBy: 'server' });
  const declined = aCheckout({
    softPull: aSoftPull(),
    loan: aLoan({ status: 'Declined' }),
    endedAt: noon,
  });

  it('keeps all for as long as a handle or its token can ask for it', () => {
    for (const checkout of [ofServer, declined]) {
      assert.equal(purgeDue(checkout, noon + month - 1), 'nothing');
    }
    assert.equal(purgeDue(ofServer, noon + month), 'everything');
  });

  it('deletes after an hour what a page opened and nobody applied with', () => {
    const undone = aCheckout({ ...left, softPull: aSoftPull({ state: 'void' }) });
    for (const checkout of [left, undone]) {
      assert.equal(purgeDue(checkout, noon + hourMs - 1), 'nothing');
      assert.equal(purgeDue(checkout, noon + hourMs), 'everything');
      assert.equal(nextPurge(checkout, noon), noon + hourMs);
    }
  });

  it('keeps what an applicant was shown for seven years, without the way in', () => {
    assert.equal(purgeDue(declined, noon + month), 'access');
    assert.equal(purgeDue(declined, noon + sevenYears - 1), 'access');
    assert.equal(purgeDue(declined, noon + sevenYears), 'everything');
  });

  it('counts from an event after the end, which may be on its way to the merchant’s server', () => {
    const timeline = [{ version: 7, type: 'charge.reversed', at: noon + 30 * dayMs }] as const;
    const told = { ...declined, timeline };
    assert.equal(nextPurge(told, noon + month), noon + 61 * dayMs);
    assert.equal(purgeDue(told, noon + 61 * dayMs - 1), 'nothing');
    assert.equal(purgeDue(told, noon + 61 * dayMs), 'access');
    assert.equal(purgeDue(told, noon + sevenYears), 'everything');
  });

  it('deletes nothing of a checkout that goes on', () => {
    assert.equal(purgeDue(aCheckout(), noon + 10 * sevenYears), 'nothing');
  });

  it('deletes nothing while something is unsettled', () => {
    const open: ChargeState[] = ['started', 'unknown', 'pending', 'approved'];
    const charged = (state: ChargeState) =>
      anAcceptedCheckout({ charges: [aCharge({ state })], endedAt: noon });
    for (const state of open) {
      assert.equal(purgeDue(charged(state), noon + sevenYears), 'nothing', state);
    }
    assert.equal(purgeDue(charged('settled'), noon + sevenYears), 'everything');
    for (const state of ['started', 'unknown'] as const) {
      const asked = aCheckout({ softPull: aSoftPull({ state }), endedAt: noon });
      assert.equal(purgeDue(asked, noon + sevenYears), 'nothing', state);
    }
  });
});

describe('nextPurge()', () => {
  it('comes again for each that is due later, and each day for what waits', () => {
    const declined = aCheckout({ softPull: aSoftPull(), endedAt: noon });
    assert.equal(nextPurge(declined, noon + dayMs), noon + month);
    assert.equal(nextPurge(declined, noon + month), noon + sevenYears);
    assert.equal(nextPurge(declined, noon + sevenYears), noon + sevenYears + dayMs);
  });

  it('counts from now for what ends now', () => {
    assert.equal(nextPurge(aCheckout({ madeBy: 'server' }), noon), noon + month);
  });
});
