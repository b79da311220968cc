import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  purchaseWindow,
  purchaseWindowEndDate,
} from '../../../../../server/lending/domain/loan.ts';

describe('purchaseWindow()', () => {
  it('lasts until the end of its last day in New York', () => {
    const window = purchaseWindow(Date.parse('2026-03-02T15:00:00Z'), 150);
    assert.equal(window.end_date, '2026-07-30');
    assert.equal(new Date(window.ends_at).toISOString(), '2026-07-31T04:00:00.000Z');
  });

  it('counts from the day in New York, not in UTC', () => {
    assert.equal(purchaseWindow(Date.parse('2026-03-03T03:00:00Z'), 1).end_date, '2026-03-03');
  });

  for (const acceptedAt of [
    '2026-03-08T04:59:59Z',
    '2026-03-08T05:00:00Z',
    '2026-11-01T12:00:00Z',
  ]) {
    it(`names its last day again from its end, accepted at ${acceptedAt}`, () => {
      const window = purchaseWindow(Date.parse(acceptedAt), 150);
      assert.equal(purchaseWindowEndDate(window.ends_at), window.end_date);
    });
  }
});
