import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { merchantStatusAt } from '../../../../../server/lending/domain/states/merchant.ts';

const invitation_expires_at = 1_000;

describe('merchantStatusAt()', () => {
  for (const [status, at, shown] of [
    ['Invited', 999, 'Invited'],
    ['Invited', 1_000, 'InvitationExpired'],
    ['Onboarding', 999, 'Onboarding'],
    ['Onboarding', 1_000, 'InvitationExpired'],
    ['InvitationExpired', 1_000, 'InvitationExpired'],
    ['PendingReview', 1_000, 'PendingReview'],
    ['Active', 1_000, 'Active'],
    ['Suspended', 1_000, 'Suspended'],
    ['Declined', 1_000, 'Declined'],
    ['Closed', 1_000, 'Closed'],
  ] as const) {
    it(`shows ${status} as ${shown} ${at < 1_000 ? 'before' : 'when'} the 7 days are over`, () =>
      assert.equal(merchantStatusAt({ status, invitation_expires_at }, at), shown));
  }
});
