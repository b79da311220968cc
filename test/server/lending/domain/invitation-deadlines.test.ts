import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  canActivateOn,
  invitationDeadlines,
  invitationLeavesAt,
  invitationStatusAt,
} from '../../../../server/lending/domain/invitation-deadlines.ts';
import type { InvitationStatus } from '../../../../server/lending-api/statuses.ts';
import { dayMs } from '../../../helpers/durations.ts';

/** 22:30 on 2 March in New York, 03:30 on 3 March in UTC. */
const invitedAt = Date.UTC(2026, 2, 3, 3, 30);

describe('canActivateOn()', () => {
  for (const [date, expected] of [
    ['2026-03-01', false],
    ['2026-03-02', true],
    ['2026-03-03', true],
    ['2026-05-31', true],
    ['2026-06-01', false],
  ] as const) {
    it(`is ${expected} for ${date} when it is 2 March in New York`, () => {
      assert.equal(canActivateOn(date, invitedAt), expected);
    });
  }

  it('takes a day for today until it is over in Hawaii', () => {
    // 23:59:59 there, which is an hour later in New York in summer.
    for (const over of [Date.UTC(2026, 2, 3, 10), Date.UTC(2026, 6, 3, 10)]) {
      const day = `2026-0${new Date(over).getUTCMonth() + 1}-02`;
      assert.equal(canActivateOn(day, over - 1), true);
      assert.equal(canActivateOn(day, over), false);
    }
  });
});

describe('invitationDeadlines()', () => {
  for (const [name, date, activatesAt] of [
    ['at once without a day', null, invitedAt],
    ['at once on the day that has begun', '2026-03-02', invitedAt],
    ['at midnight in winter', '2026-03-03', Date.UTC(2026, 2, 3, 5)],
    ['at midnight in summer', '2026-03-09', Date.UTC(2026, 2, 9, 4)],
  ] as const) {
    it(`is activated ${name}, and lives 30 days from then`, () => {
      assert.deepEqual(invitationDeadlines(date, invitedAt), {
        activates_at: activatesAt,
        expires_at: activatesAt + 30 * dayMs,
      });
    });
  }
});

describe('invitationLeavesAt()', () => {
  const phone = '+15555550123';
  for (const [name, from, leavesAt] of [
    ['14:00 when its day begins', Date.UTC(2026, 2, 3, 5), Date.UTC(2026, 2, 3, 19)],
    ['14:00 in summer', Date.UTC(2026, 6, 3, 4), Date.UTC(2026, 6, 3, 18)],
    [
      '14:00 on the day on which the clocks change',
      Date.UTC(2026, 2, 8, 5),
      Date.UTC(2026, 2, 8, 18),
    ],
    ['at once at 14:00', Date.UTC(2026, 2, 3, 19), Date.UTC(2026, 2, 3, 19)],
    ['at once until 20:00', Date.UTC(2026, 2, 4, 1) - 1, Date.UTC(2026, 2, 4, 1) - 1],
    ['14:00 the next day from 20:00 on', Date.UTC(2026, 2, 4, 1), Date.UTC(2026, 2, 4, 19)],
  ] as const) {
    it(`is ${name} in New York for an SMS`, () => {
      assert.equal(invitationLeavesAt({ phone }, from), leavesAt);
    });
  }

  it('is at once for an e-mail', () => {
    const from = Date.UTC(2026, 2, 3, 5);
    assert.equal(invitationLeavesAt({ phone: null }, from), from);
  });
});

describe('invitationStatusAt()', () => {
  const activates_at = invitedAt;
  const expires_at = invitedAt + 30 * dayMs;
  const at = (status: InvitationStatus, now: number) =>
    invitationStatusAt({ status, activates_at, expires_at }, now);

  it('is Sent from the moment of its day on', () => {
    assert.equal(at('Scheduled', activates_at - 1), 'Scheduled');
    assert.equal(at('Scheduled', activates_at), 'Sent');
  });

  it('is Expired at the end of its 30 days, while it is open', () => {
    for (const status of ['Scheduled', 'Sent', 'Opened', 'DeliveryFailed'] as const) {
      assert.equal(at(status, expires_at), 'Expired');
    }
    assert.equal(at('Opened', expires_at - 1), 'Opened');
    for (const status of ['Completed', 'Cancelled', 'Expired'] as const) {
      assert.equal(at(status, expires_at), status);
    }
  });
});
