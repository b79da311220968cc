import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  type ChargeableLoan,
  type ChargePrerequisites,
  eligibility,
  missingPrerequisite,
  notificationPlan,
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
  it('misses nothing of an accepted loan, an active portal account and a verified bank account [conformance:transition-charge-requested-2]', () => {
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

const now = Date.UTC(2026, 2, 2, 15);

const chargeable: ChargeableLoan = {
  application_status: 'Approved: Accepted',
  account_status: 'Active',
  portal_account_status: 'Active',
  merchant_status: 'Active',
  purchase_window_ends_at: now + 1,
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
    ['window over to the millisecond', { purchase_window_ends_at: now }, 1],
    ['nothing left to spend', { available_spend_cents: 0 }, 1],
    [
      'blocked and without a portal account',
      { application_status: 'Declined', portal_account_status: 'NotInvited' },
      1,
    ],
  ] as const) {
    it(`is ${code}: ${name}`, () => {
      const result = eligibility({ ...chargeable, ...change }, now);
      assert.equal(result.transaction_status_code, code);
      assert.equal(result.is_valid_for_transaction, code === 0);
      assert.equal(result.no_transaction_message === '', code === 0);
    });
  }
});

describe('notificationPlan()', () => {
  for (const [name, has_sms_consent, sms_reach, has_email, sms, email] of [
    ['nominal: both', true, 'reachable', true, 'sent', 'sent'],
    ['SMS alone', true, 'reachable', false, 'sent', 'none'],
    ['e-mail for an opted-out phone', true, 'opted_out', true, 'skipped_opted_out', 'sent'],
    ['e-mail without SMS consent', false, 'reachable', true, 'skipped_opted_out', 'sent'],
    ['e-mail for a phone that cannot be reached', true, 'invalid', true, 'failed', 'sent'],
  ] as const) {
    it(name, () => {
      const plan = notificationPlan({ has_sms_consent, sms_reach, has_email });
      assert.partialDeepStrictEqual(plan, { sms, email });
      assert.equal(plan?.warning !== null, sms !== 'sent');
    });
  }

  for (const sms_reach of ['opted_out', 'undeliverable'] as const) {
    it(`has no channel left without e-mail for a phone that is ${sms_reach}`, () => {
      const reach = { has_sms_consent: true, sms_reach, has_email: false };
      assert.equal(notificationPlan(reach), null);
    });
  }
});
