import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { completedAt, statusAt } from '../../../../server/lending/domain/application-status.ts';

const now = 1_000_000;

const none = { offers_expire_at: null, review_expires_at: null, invitation_expires_at: null };

describe('statusAt()', () => {
  for (const [name, application, expected] of [
    [
      'offers stand',
      { ...none, status: 'Approved: Offers Available', offers_expire_at: now + 1 },
      'Approved: Offers Available',
    ],
    [
      'offers end at this moment',
      { ...none, status: 'Approved: Offers Available', offers_expire_at: now },
      'Expired',
    ],
    [
      'the selected offer has ended',
      { ...none, status: 'Approved: Offer Selected', offers_expire_at: now - 1 },
      'Expired',
    ],
    [
      'the review is over',
      { ...none, status: 'Pending: Verification', review_expires_at: now },
      'Expired',
    ],
    [
      'accepted in time',
      { ...none, status: 'Approved: Accepted', offers_expire_at: now - 1 },
      'Approved: Accepted',
    ],
    ['invited in time', { ...none, status: 'Invited', invitation_expires_at: now + 1 }, 'Invited'],
    ['invited too long ago', { ...none, status: 'Invited', invitation_expires_at: now }, 'Expired'],
    [
      'started and never sent',
      { ...none, status: 'Started', invitation_expires_at: now },
      'Expired',
    ],
    ['started by a soft pull', { ...none, status: 'Started' }, 'Started'],
    ['declined', { ...none, status: 'Declined', offers_expire_at: now - 1 }, 'Declined'],
  ] as const) {
    it(`is ${expected}: ${name}`, () => assert.equal(statusAt(application, now), expected));
  }
});

describe('completedAt()', () => {
  const application = { decided_at: now - 10, modified_at: now - 20, selected_offer_id: null };

  it('is when the review began that is decided now', () => {
    const status = 'Pending: Verification' as const;
    assert.equal(completedAt({ ...application, status }, now), now - 10);
    assert.equal(completedAt({ ...application, status, selected_offer_id: 'o' }, now), now);
  });

  it('is when it was begun, however long a crash has held it up', () => {
    assert.equal(
      completedAt({ ...application, status: 'Started', decided_at: null }, now),
      now - 20,
    );
  });
});
