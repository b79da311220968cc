import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isEnded } from '../../../../server/bff/domain/ending.ts';
import {
  aCharge,
  aCheckout,
  aLoan,
  anAcceptedCheckout,
  aSoftPull,
} from '../../../helpers/checkouts.ts';

describe('isEnded()', () => {
  it('is so for an accepted loan that cannot be charged any more, not for one on hold', () => {
    assert.ok(!isEnded(anAcceptedCheckout()));
    assert.ok(!isEnded(anAcceptedCheckout({}, { isSuspended: true, eligibilityCode: 1 })));
    assert.ok(isEnded(anAcceptedCheckout({}, { eligibilityCode: 1 })));
    assert.ok(isEnded(anAcceptedCheckout({}, { isClosed: true })));
  });

  it('is so after a decline, an idle end and a settled charge', () => {
    assert.ok(isEnded(aCheckout({ endedBy: 'idle' })));
    assert.ok(isEnded(aCheckout({ softPull: aSoftPull(), loan: aLoan({ status: 'Declined' }) })));
    assert.ok(isEnded(anAcceptedCheckout({ charges: [aCharge({ state: 'settled' })] })));
  });
});
