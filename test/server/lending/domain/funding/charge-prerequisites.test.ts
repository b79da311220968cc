import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  type ChargePrerequisites,
  missingPrerequisite,
} from '../../../../../server/lending/domain/funding/charge-prerequisites.ts';

const loan: ChargePrerequisites = {
  application_status: 'Approved: Accepted',
  account_status: 'Active',
  portal_account_status: 'Active',
  merchant_status: 'Active',
  purchase_window_ends_at: 1_000,
  available_spend_cents: 100,
  has_active_bank_account: true,
};

describe('missingPrerequisite()', () => {
  it('misses nothing of an accepted loan, an active portal account and a verified bank account', () => {
    assert.equal(missingPrerequisite(loan, 999), null);
  });

  for (const [kind, change] of [
    ['loan_not_chargeable', { application_status: 'Approved: Offer Selected' }],
    ['loan_not_chargeable', { application_status: 'Suspended' }],
    ['loan_not_chargeable', { account_status: 'Closed' }],
    ['loan_not_chargeable', { portal_account_status: 'Invited' }],
    ['loan_not_chargeable', { portal_account_status: 'Locked' }],
    ['loan_not_chargeable', { purchase_window_ends_at: 500 }],
    ['loan_not_chargeable', { available_spend_cents: 0 }],
    ['merchant_not_active', { merchant_status: 'Suspended' }],
    ['bank_account', { has_active_bank_account: false }],
  ] as const) {
    it(`misses ${kind} with ${JSON.stringify(change)}`, () => {
      assert.equal(missingPrerequisite({ ...loan, ...change }, 500)?.kind, kind);
    });
  }
});
