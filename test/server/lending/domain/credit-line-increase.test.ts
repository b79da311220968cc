import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  type IncreasableAccount,
  refusalOfIncrease,
} from '../../../../server/lending/domain/credit-line-increase.ts';

const account: IncreasableAccount = {
  application_status: 'Approved: Accepted',
  account_status: 'Active',
  amount_spent_cents: 0,
  credit_limit_cents: 1_000_000,
  maximum_approved_amount_cents: 5_000_000,
  increase: 'None',
};

const cases: readonly [string, Partial<IncreasableAccount>, number, RegExp | null][] = [
  ['nominal', {}, 1_200_000, null],
  ['a cent more', {}, 1_000_001, null],
  ['all that was approved', {}, 5_000_000, null],
  ['the limit as it is', {}, 1_000_000, /more than the current limit of 10000\.00/],
  ['less than the limit', {}, 1, /more than the current limit/],
  ['a cent over the maximum', {}, 5_000_001, /at most .* 50000\.00/],
  ['a cancelled application', { application_status: 'Cancelled' }, 1_200_000, /is Cancelled/],
  ['a suspended application', { application_status: 'Suspended' }, 1_200_000, /is Suspended/],
  [
    'offers not accepted',
    { application_status: 'Approved: Offer Selected' },
    1_200_000,
    /Selected/,
  ],
  ['a closed account', { account_status: 'Closed' }, 1_200_000, /account is Closed/],
  ['a suspended account', { account_status: 'Suspended' }, 1_200_000, /account is Suspended/],
  ['a cent spent', { amount_spent_cents: 1 }, 1_200_000, /spending activity/],
  ['an earlier increase', { increase: 'Completed' }, 1_200_000, /has had its credit line increase/],
];

describe('refusalOfIncrease()', () => {
  for (const [name, change, newLimit, message] of cases) {
    it(`${message === null ? 'lets pass' : 'refuses'}: ${name}`, () => {
      const refusal = refusalOfIncrease({ ...account, ...change }, newLimit);
      if (message === null) assert.equal(refusal, null);
      else assert.match(refusal?.message ?? '', message);
    });
  }

  it('says whether another amount might do', () => {
    assert.equal(refusalOfIncrease(account, 1)?.is_amount, true);
    assert.equal(refusalOfIncrease({ ...account, increase: 'Completed' }, 1)?.is_amount, false);
  });
});
