import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  amountSpent,
  availableSpend,
  limitsHold,
} from '../../../../../server/lending/domain/loan/balances.ts';

const charge = (
  charge_cents: number,
  status: Parameters<typeof amountSpent>[0][number]['status'],
) => ({
  charge_cents,
  status,
  settled_refunds_cents: 0,
});

describe('amountSpent()', () => {
  it('sums the charges that stand', () => {
    const charges = [
      charge(100, 'Pending'),
      charge(200, 'Submitted'),
      charge(400, 'Successful'),
      charge(800, 'Transferred'),
      charge(1600, 'Failed'),
      charge(3200, 'Reversed'),
      charge(6400, 'Excluded'),
    ];
    assert.equal(amountSpent(charges), 1500);
  });

  it('takes settled refunds off, but not off a charge that they reversed', () => {
    const charges = [
      { ...charge(800, 'Transferred'), settled_refunds_cents: 300 },
      { ...charge(800, 'Reversed'), settled_refunds_cents: 800 },
    ];
    assert.equal(amountSpent(charges), 500);
  });
});

describe('availableSpend()', () => {
  it('is the limit less what is spent and what waits for approval', () => {
    const limits = { credit_limit_cents: 1000, amount_spent_cents: 300, pending_charge_cents: 200 };
    assert.equal(availableSpend(limits), 500);
  });
});

describe('limitsHold()', () => {
  const limits = {
    credit_limit_cents: 1000,
    maximum_approved_cents: 1000,
    amount_spent_cents: 600,
    pending_charge_cents: 400,
  };
  for (const [name, change, holds] of [
    ['nominal', {}, true],
    ['a cent too much is pending', { pending_charge_cents: 401 }, false],
    ['less than nothing is spent', { amount_spent_cents: -1, pending_charge_cents: 0 }, false],
    ['less than nothing is pending', { amount_spent_cents: 0, pending_charge_cents: -1 }, false],
    ['the limit is above the maximum', { maximum_approved_cents: 999 }, false],
  ] as const) {
    it(`is ${holds}: ${name}`, () => assert.equal(limitsHold({ ...limits, ...change }), holds));
  }
});
