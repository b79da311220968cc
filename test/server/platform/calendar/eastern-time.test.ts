import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  easternDate,
  easternInstant,
  lastWholeDay,
} from '../../../../server/platform/calendar/eastern-time.ts';

describe('easternDate()', () => {
  for (const [at, date] of [
    ['2026-11-20T12:00:00Z', '2026-11-20'],
    ['2026-11-20T04:59:59Z', '2026-11-19'],
    ['2026-07-01T03:59:59Z', '2026-06-30'],
    ['2026-07-01T04:00:00Z', '2026-07-01'],
  ] as const) {
    it(`is ${date} at ${at}`, () => assert.equal(easternDate(Date.parse(at)), date));
  }
});

describe('lastWholeDay()', () => {
  for (const [before, date] of [
    ['2026-04-01T15:00:00Z', '2026-03-31'],
    ['2026-04-01T04:00:00Z', '2026-03-31'],
    ['2026-04-01T03:59:59.999Z', '2026-03-30'],
  ] as const) {
    it(`is ${date} before ${before}`, () => assert.equal(lastWholeDay(Date.parse(before)), date));
  }
});

describe('easternInstant()', () => {
  for (const [date, hour, at] of [
    ['2026-11-20', 17, '2026-11-20T22:00:00Z'],
    ['2026-07-01', 17, '2026-07-01T21:00:00Z'],
    ['2026-03-08', 0, '2026-03-08T05:00:00Z'],
    ['2026-03-09', 0, '2026-03-09T04:00:00Z'],
    ['2026-11-01', 0, '2026-11-01T04:00:00Z'],
    ['2026-11-02', 0, '2026-11-02T05:00:00Z'],
    ['2026-07-01', 24, '2026-07-02T04:00:00Z'],
    ['2026-03-07', 24, '2026-03-08T05:00:00Z'],
    ['2026-03-08', 24, '2026-03-09T04:00:00Z'],
    ['2026-10-31', 24, '2026-11-01T04:00:00Z'],
    ['2026-11-01', 24, '2026-11-02T05:00:00Z'],
    ['9999-12-31', 24, '+010000-01-01T05:00:00Z'],
  ] as const) {
    it(`is ${date} ${hour}:00 at ${at}`, () =>
      assert.equal(easternInstant(date, hour), Date.parse(at)));
  }

  it('gives the instant at which a day begins', () => {
    const aTime = fc.integer({ min: Date.parse('2000-01-01'), max: Date.parse('2100-01-01') });
    fc.assert(
      fc.property(aTime, (at) => {
        const midnight = easternInstant(easternDate(at), 0);
        return midnight <= at && easternDate(midnight - 1) < easternDate(midnight);
      }),
    );
  });
});
