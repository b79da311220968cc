import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isEnded } from '../../../../server/bff/domain/ending.ts';
import { dayMs } from '../../../helpers/durations.ts';
import {
  aCharge,
  aCheckout,
  aLoan,
  anAcceptedCheckout,
  aSoftPull,
  noon,
} from '../../../helpers/checkouts.ts';

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
  });
});
