import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { availableSpend } from '../../../../../server/lending/domain/loan.ts';

describe('availableSpend()', () => {
  const balance = {
    amount_spent_cents: 300,
    pending_charge_amount_cents: 200,
    unrestored_spend_cents: 0,
  };

  it('is the limit less what is spent and what waits for approval', () => {
    assert.equal(availableSpend({ ...balance, credit_limit_cents: 1000 }), 500);
  });

  it('does not grow by what was refunded after the purchase window', () => {
    const refunded = { ...balance, amount_spent_cents: 200, unrestored_spend_cents: 100 };
    assert.equal(availableSpend({ ...refunded, credit_limit_cents: 1000 }), 500);
  });

  it('is nothing before there is a limit', () => {
    assert.equal(availableSpend({ ...balance, credit_limit_cents: null }), 0);
  });
});
