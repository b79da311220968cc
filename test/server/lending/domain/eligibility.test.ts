import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type ChargeableLoan, eligibility } from '../../../../server/lending/domain/eligibility.ts';

const NOW = Date.UTC(2026, 2, 2, 15);
const chargeable: ChargeableLoan = {
  application_status: 'Approved: Accepted',
  account_status: 'Active',
  portal_account_status: 'Active',
  merchant_status: 'Active',
  purchase_window_ends_at: NOW + 1,
  available_spend_cents: 1,
};

describe('eligibility()', () => {
  for (const [name, change, code] of [
    ['nominal', {}, 0],
    ['portal account not invited', { portal_account_status: 'NotInvited' }, 2],
    ['portal account invited', { portal_account_status: 'Invited' }, 2],
    ['portal account locked', { portal_account_status: 'Locked' }, 2],
    ['terms not accepted', { application_status: 'Approved: Offer Selected' }, 1],
    ['application suspended', { application_status: 'Suspended' }, 1],
    ['account suspended', { account_status: 'Suspended' }, 1],
    ['account closed', { account_status: 'Closed' }, 1],
    ['no account', { account_status: null }, 1],
    ['merchant suspended', { merchant_status: 'Suspended' }, 1],
    ['window over to the millisecond', { purchase_window_ends_at: NOW }, 1],
    ['nothing left to spend', { available_spend_cents: 0 }, 1],
    [
      'blocked and without a portal account',
      { application_status: 'Declined', portal_account_status: 'NotInvited' },
      1,
    ],
  ] as const) {
    it(`is ${code}: ${name}`, () => {
      const result = eligibility({ ...chargeable, ...change }, NOW);
      assert.equal(result.transaction_status_code, code);
      assert.equal(result.is_valid_for_transaction, code === 0);
      assert.equal(result.no_transaction_message === '', code === 0);
    });
  }
});
