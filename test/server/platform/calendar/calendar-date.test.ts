import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  addDays,
  addMonths,
  ageOn,
  dayOfWeek,
  isCalendarDate,
} from '../../../../server/platform/calendar/calendar-date.ts';

const aDate = fc
  .date({ min: new Date('1900-01-01'), max: new Date('2200-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

describe('isCalendarDate()', () => {
  for (const [text, exists] of [
    ['2026-11-20', true],
    ['2028-02-29', true],
    ['2026-02-29', false],
    ['1900-02-29', false],
    ['2026-13-01', false],
    ['2026-00-10', false],
    ['2026-04-31', false],
    ['2026-1-1', false],
    ['11/20/2026', false],
  ] as const) {
    it(`is ${exists} for ${text}`, () => assert.equal(isCalendarDate(text), exists));
  }
});

describe('addMonths()', () => {
  for (const [date, months, expected] of [
    ['2026-11-20', 1, '2026-12-20'],
    ['2026-01-31', 1, '2026-02-28'],
    ['2028-01-31', 1, '2028-02-29'],
    ['2026-12-31', 12, '2027-12-31'],
    ['2026-11-30', 3, '2027-02-28'],
    ['2026-03-31', -1, '2026-02-28'],
    ['2026-01-15', -1, '2025-12-15'],
  ] as const) {
    it(`moves ${date} by ${months}`, () => assert.equal(addMonths(date, months), expected));
  }

  it('keeps the day or takes the last one of the month', () => {
    fc.assert(
      fc.property(aDate, fc.integer({ min: 0, max: 240 }), (date, months) => {
        const moved = addMonths(date, months);
        const isLastDay = addDays(moved, 1).slice(8) === '01';
        return isCalendarDate(moved) && (moved.slice(8) === date.slice(8) || isLastDay);
      }),
    );
  });
});

describe('addDays()', () => {
  it('crosses months and leap days', () => {
    assert.equal(addDays('2028-02-28', 1), '2028-02-29');
    assert.equal(addDays('2026-12-31', 1), '2027-01-01');
    assert.equal(addDays('2026-03-01', -1), '2026-02-28');
  });

  it('moves the weekday along', () => {
    fc.assert(
      fc.property(aDate, (date) => dayOfWeek(addDays(date, 1)) === (dayOfWeek(date) + 1) % 7),
    );
  });
});

describe('ageOn()', () => {
  for (const [born, on, age] of [
    ['2008-11-20', '2026-11-20', 18],
    ['2008-11-21', '2026-11-20', 17],
    ['2008-02-29', '2026-02-28', 17],
    ['2008-02-29', '2026-03-01', 18],
  ] as const) {
    it(`is ${age} for ${born} on ${on}`, () => assert.equal(ageOn(born, on), age));
  }
});
