import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { notificationPlan } from '../../../../../server/lending/domain/funding/notification-plan.ts';

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
