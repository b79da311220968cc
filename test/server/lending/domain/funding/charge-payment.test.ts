import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { chargePayment } from '../../../../../server/lending/domain/funding/charge-payment.ts';

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
