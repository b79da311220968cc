import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type ChargeState, readingOfStatus } from '../../../../server/bff/domain/charge.ts';

describe('readingOfStatus()', () => {
  const cases: [Parameters<typeof readingOfStatus>[0], ChargeState][] = [
    ['Submitted', 'approved'],
    ['Successful', 'approved'],
    ['Transferred', 'settled'],
    ['Failed', 'failed'],
    ['Reversed', 'failed'],
    ['Excluded', 'failed'],
    ['Rejected', 'rejected'],
    ['Expired', 'expired'],
    ['Canceled', 'canceled'],
    ['Approved', 'approved'],
  ];
  for (const [status, reading] of cases) {
    it(`reads ${status} as ${reading}`, () => assert.equal(readingOfStatus(status, true), reading));
  }

  it('tells a request that waits from a transaction that does', () => {
    assert.equal(readingOfStatus('Pending', false), 'pending');
    assert.equal(readingOfStatus('Pending', true), 'approved');
  });
});
