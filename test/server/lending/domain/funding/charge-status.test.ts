import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  chargePayment,
  endedBy,
  requestStatusAt,
} from '../../../../../server/lending/domain/funding/charge-status.ts';

describe('endedBy()', () => {
  for (const [name, expires, window, now, ended] of [
    ['nominal: still alive', 100, 500, 99, null],
    ['expired at the very end of its 48 hours', 100, 500, 100, 'expired'],
    ['canceled at the very end of the purchase window', 100, 50, 50, 'canceled'],
    ['alive until the window ends', 100, 50, 49, null],
    ['canceled, however late it is seen', 100, 50, 500, 'canceled'],
    ['expired when both end together', 100, 100, 100, 'expired'],
    ['without a window', 100, null, 100, 'expired'],
  ] as const) {
    it(name, () => {
      const deadlines = { expires_at: expires, purchase_window_ends_at: window };
      assert.equal(endedBy(deadlines, now), ended);
    });
  }
});

describe('requestStatusAt()', () => {
  const deadlines = { expires_at: 100, purchase_window_ends_at: 50 };

  it('ends what waits, and nothing else', () => {
    assert.equal(requestStatusAt({ ...deadlines, status: 'Pending' }, 49), 'Pending');
    assert.equal(requestStatusAt({ ...deadlines, status: 'Pending' }, 50), 'Canceled');
    assert.equal(requestStatusAt({ ...deadlines, status: 'Approved' }, 500), 'Approved');
  });
});

const charge = { consumer_charge_amount_cents: 1_000, settled_at: null };

describe('chargePayment()', () => {
  for (const [status, settled_at, refundedCents, payment] of [
    ['Pending', null, 0, 'being_paid'],
    ['Submitted', null, 0, 'being_paid'],
    ['Successful', null, 0, 'being_paid'],
    ['Transferred', 1, 0, 'paid'],
    ['Transferred', 1, 999, 'partly_refunded'],
    ['Transferred', 1, 1_000, 'refunded'],
    ['Failed', null, 0, 'failed'],
    ['Excluded', null, 0, 'failed'],
    ['Reversed', null, 1_000, 'refunded'],
    ['Reversed', 1, 250, 'returned'],
  ] as const) {
    it(`is ${payment} where ${status} with ${refundedCents} cents refunded`, () => {
      assert.equal(chargePayment({ ...charge, status, settled_at }, refundedCents), payment);
    });
  }
});
