import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Checkout } from '../../../demo/back-office/merchant-api-types.ts';
import { chargedCents, stateOf } from '../../../demo/back-office/orders/order-state.ts';
import {
  cancelObstacle,
  chargeObstacle,
  limitObstacle,
  linkObstacle,
  refundObstacle,
} from '../../../demo/back-office/orders/possible.ts';
import { chargeStatuses, checkoutStatuses } from '../../../server/bff/merchant-api/statuses.ts';
import { aCharge, aCheckout } from './fixtures.ts';

describe('stateOf()', () => {
  const states: [string, Partial<Checkout>, string][] = [
    ['nominal', {}, 'accepted'],
    ['a page that was only opened', { status: 'open', expires_at: null }, 'visited'],
    ['a link that was sent', { status: 'open' }, 'open'],
    ['a charge that waits', { charges: [aCharge({ status: 'pending' })] }, 'charge_pending'],
    ['a settled charge', { charges: [aCharge({ status: 'settled' })] }, 'settled'],
    [
      'a part that went back',
      { charges: [aCharge({ status: 'settled', refunded_amount: '400.00' })] },
      'part_refunded',
    ],
    [
      'a rejected charge, and another after it',
      { charges: [aCharge({ status: 'rejected' }), aCharge({ charge_id: 'c-2' })] },
      'approved',
    ],
    ['a rejected charge alone', { charges: [aCharge({ status: 'rejected' })] }, 'charge_ended'],
    [
      'a settled charge, and one that is not clear',
      {
        charges: [
          aCharge({ status: 'settled' }),
          aCharge({ transaction_description: 111, status: 'unresolved' }),
        ],
      },
      'unresolved',
    ],
  ];
  for (const [name, change, expected] of states) {
    it(`knows ${name}`, () => assert.equal(stateOf(aCheckout(change)), expected));
  }

  it('knows every status that the API can answer', () => {
    for (const status of checkoutStatuses) assert.ok(stateOf(aCheckout({ status })), status);
    for (const status of chargeStatuses) {
      assert.notEqual(stateOf(aCheckout({ charges: [aCharge({ status })] })), 'accepted', status);
    }
  });
});

describe('chargedCents()', () => {
  it('counts what was charged less what went back, and nothing that only waits', () => {
    const charges = [
      aCharge({ status: 'settled', refunded_amount: '400.00' }),
      aCharge({ status: 'pending', amount: '100.00' }),
      aCharge({ status: 'reversed', amount: '200.00' }),
    ];
    assert.equal(chargedCents(charges), 8_000_00);
  });
});

describe('what cannot be done', () => {
  it('is a charge of what is not accepted, and a second first one', () => {
    for (const status of checkoutStatuses) {
      const why = chargeObstacle(aCheckout({ status }), 109);
      assert.equal(why === null, status === 'accepted', status);
    }
    const charged = aCheckout({ charges: [aCharge()] });
    assert.equal(chargeObstacle(charged, 109), 'first_approved');
    const project = aCharge({ transaction_description: 111, status: 'settled' });
    assert.equal(chargeObstacle(aCheckout({ charges: [aCharge(), project] }), 111), null);
    const rejected = aCheckout({ charges: [aCharge({ status: 'rejected' })] });
    assert.equal(chargeObstacle(rejected, 109), null);
  });

  it('is a refund of what moved no money, or is on its way back', () => {
    const refundable = chargeStatuses.filter((status) => !refundObstacle(aCharge({ status })));
    assert.deepEqual(refundable, ['approved', 'settled']);
    const pending = aCharge({ status: 'settled', pending_refund_amount: '1.00' });
    assert.equal(refundObstacle(pending), 'refund_pending');
    const whole = aCharge({ status: 'settled', refunded_amount: '8400.00' });
    assert.equal(refundObstacle(whole), 'charge_refunded');
    assert.equal(refundObstacle(aCharge({ status: 'unresolved' })), 'charge_unresolved');
  });

  it('is a link of what a page began, or was accepted', () => {
    assert.equal(linkObstacle(aCheckout({ status: 'offers' })), null);
    assert.equal(linkObstacle(aCheckout()), 'accepted');
    const ofPage = aCheckout({ status: 'open', expires_at: null });
    assert.equal(linkObstacle(ofPage), 'begun_in_shop');
    assert.equal(linkObstacle(aCheckout({ status: 'cancelled' })), null);
    const accepted = { type: 'checkout.accepted', at: '', version: 4 };
    const timeline = [{ ...accepted, charge_id: null, refund_id: null }];
    assert.equal(linkObstacle(aCheckout({ status: 'cancelled', timeline })), 'loan_cancelled');
  });

  it('is to cancel or to raise what was charged', () => {
    for (const obstacle of [cancelObstacle, limitObstacle]) {
      assert.equal(obstacle(aCheckout()), null);
      assert.notEqual(obstacle(aCheckout({ charges: [aCharge()] })), null);
      assert.notEqual(obstacle(aCheckout({ cancellation: 'working' })), null);
      const unclear = aCheckout({ charges: [aCharge({ status: 'unresolved' })] });
      assert.equal(obstacle(unclear), 'charge_unclear');
    }
    assert.equal(cancelObstacle(aCheckout({ status: 'offers' })), null);
    assert.equal(cancelObstacle(aCheckout({ status: 'applied' })), 'deciding');
  });
});
