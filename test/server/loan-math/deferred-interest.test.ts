import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  interestAccruedWithoutPayments,
  interestBilledInPromo,
  promoPayoff,
  scheduleAfterNoPayments,
} from '../../../server/loan-math/deferred-interest.ts';
import { levelSchedule } from '../../../server/loan-math/level-schedule.ts';

const loan = {
  principal_cents: 600_000,
  interest_rate: '17.99',
  number_of_payments: 60,
  promo_months: 12,
};

describe('a deferred promotion with payments', () => {
  const { rows, monthly_payment_cents } = levelSchedule(loan);

  it('bills the interest of the promotional months', () => {
    assert.equal(monthly_payment_cents, 15_233);
    assert.equal(interestBilledInPromo(loan), 101_447);
  });

  it('is paid off in time by the principal less the payments', () => {
    assert.equal(promoPayoff(600_000, 11 * monthly_payment_cents), 432_437);
    assert.equal(promoPayoff(600_000, 12 * monthly_payment_cents), 417_204);
    assert.equal(promoPayoff(600_000, 600_001), 0);
  });

  it('leaves the whole balance when it is not', () => {
    assert.equal(rows[11]?.balance_cents, 518_651);
  });
});

describe('a deferred promotion without payments', () => {
  it('accrues simple interest', () => {
    assert.equal(interestAccruedWithoutPayments(loan), 107_940);
  });

  it('adds it at the end and spreads it over the months that are left', () => {
    const schedule = scheduleAfterNoPayments(loan);
    assert.equal(schedule.rows.length, 48);
    assert.equal(schedule.monthly_payment_cents, 20_792);
    assert.equal(schedule.final_payment_cents, 20_797);
    assert.equal(schedule.total_of_payments_cents, 998_021);
  });
});
