import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  settlementDate,
  settlementInstant,
} from '../../../../../server/lending/domain/funding/settlement.ts';

describe('settlementDate()', () => {
  for (const [name, submittedAt, date] of [
    ['nominal: two days on', '2026-03-02T22:00:00Z', '2026-03-04'],
    ['over a weekend', '2026-03-05T22:00:00Z', '2026-03-09'],
    ['over Thanksgiving Day and a weekend', '2026-11-25T22:00:00Z', '2026-11-30'],
    ['by the day in New York, not in UTC', '2026-03-04T01:00:00Z', '2026-03-05'],
  ] as const) {
    it(name, () => assert.equal(settlementDate(Date.parse(submittedAt)), date));
  }
});

describe('settlementInstant()', () => {
  it('is that day’s cut-off, also when the clocks change in between', () => {
    const settledAt = settlementInstant(Date.parse('2026-03-05T22:00:00Z'));
    assert.equal(new Date(settledAt).toISOString(), '2026-03-09T21:00:00.000Z');
  });
});
