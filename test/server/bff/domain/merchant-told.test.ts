import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ChargeState } from '../../../../server/bff/domain/charge.ts';
import type { Checkout, TimelineEntry } from '../../../../server/bff/domain/checkout.ts';
import { isMerchantTold, withMerchantTold } from '../../../../server/bff/domain/merchant-told.ts';
import { aCharge, anAcceptedCheckout, noon } from '../../../helpers/checkouts.ts';

const first = 'c0ffee00-1111-4222-8333-444455556666';
const later = 'c0ffee00-1111-4222-8333-444455556667';

const timeline: TimelineEntry[] = (
  [
    [2, 'charge.pending', first],
    [3, 'charge.approved', first],
    [4, 'charge.pending', later],
    [5, 'charge.approved', later],
    [6, 'charge.settled', first],
    [7, 'charge.held', first],
  ] as const
).map(([version, type, chargeId]) => ({ version, type, chargeId, at: noon }));

/** A checkout with both charges, at the state that its first one has by then. */
const at = (state: ChargeState, parts: Partial<Checkout> = {}) =>
  anAcceptedCheckout({
    charges: [aCharge({ id: first, state })],
    laterCharges: [aCharge({ id: later, kind: 111, state: 'approved' })],
    timeline,
    ...parts,
  });

const isTold = (checkout: Checkout) =>
  isMerchantTold(checkout, checkout.charges[0] ?? assert.fail());

describe('withMerchantTold()', () => {
  it('notes the event of exactly how the current charge ended', () => {
    const told = (state: ChargeState) =>
      timeline
        .map(({ version }) => version)
        .filter((each) => isTold(withMerchantTold(at(state), each)));
    assert.deepEqual(told('pending'), []);
    assert.deepEqual(told('approved'), [3, 6]);
    assert.deepEqual(told('settled'), [3, 6]);
    assert.deepEqual(told('held'), [7]);
    assert.deepEqual(told('failed'), []);
  });

  it('is the same for an event that says nothing of it, or nothing new', () => {
    const untold = at('settled');
    for (const version of [1, 2, 4, 5, 7, 99]) {
      assert.equal(withMerchantTold(untold, version), untold);
    }
    const told = withMerchantTold(untold, 3);
    assert.equal(withMerchantTold(told, 6), told);
  });

  it('takes the outcome that follows, and says nothing of it before', () => {
    const held = at('held', { toldVersion: 3 });
    assert.equal(isTold(held), false);
    assert.equal(isTold(withMerchantTold(held, 7)), true);
    assert.equal(isTold(at('settled', { toldVersion: 7 })), false);
  });

  it('is not misled by the version of any charge’s event, which earlier code noted', () => {
    assert.equal(isTold(at('approved', { toldVersion: 3 })), true);
    const misled = at('approved', { toldVersion: 4 });
    assert.equal(isTold(misled), false);
    assert.equal(isTold(withMerchantTold(misled, 3)), true);
  });
});
