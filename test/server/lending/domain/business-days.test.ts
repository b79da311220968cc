import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  addBusinessDays,
  isBusinessDay,
  isFederalReserveHoliday,
  lastCutOff,
  nextCutOff,
} from '../../../../server/lending/domain/business-days.ts';

const holidays2027 = [
  '2027-01-01',
  '2027-01-18',
  '2027-02-15',
  '2027-05-31',
  '2027-07-05', // the 4th is a Sunday
  '2027-09-06',
  '2027-10-11',
  '2027-11-11',
  '2027-11-25',
];

describe('isFederalReserveHoliday()', () => {
  for (const date of holidays2027) {
    it(`closes ${date}`, () => assert.ok(isFederalReserveHoliday(date)));
  }

  it('leaves the Friday before a Saturday holiday open', () => {
    assert.ok(isBusinessDay('2027-06-18'));
    assert.ok(isBusinessDay('2027-12-24'));
  });

  it('leaves the Monday before a Memorial Day of May 31 open', () => {
    assert.ok(isBusinessDay('2027-05-24'));
  });

  it('closes eleven days, weekends apart, in a year without such shifts', () => {
    const days = Array.from({ length: 365 }, (_, offset) =>
      new Date(Date.UTC(2025, 0, 1 + offset)).toISOString().slice(0, 10),
    );
    assert.equal(days.filter(isFederalReserveHoliday).length, 11);
  });
});

describe('addBusinessDays()', () => {
  for (const [date, days, expected] of [
    ['2026-11-18', 2, '2026-11-20'],
    ['2026-11-20', 2, '2026-11-24'],
    ['2026-11-25', 2, '2026-11-30'],
    ['2026-11-21', 1, '2026-11-23'],
  ] as const) {
    it(`counts ${days} from ${date}`, () => assert.equal(addBusinessDays(date, days), expected));
  }
});

describe('nextCutOff()', () => {
  for (const [name, at, expected] of [
    ['the same day', '2026-11-18T21:59:59Z', '2026-11-18T22:00:00Z'],
    ['the next day, at the cut-off itself', '2026-11-18T22:00:00Z', '2026-11-19T22:00:00Z'],
    ['after a weekend', '2026-11-20T23:00:00Z', '2026-11-23T22:00:00Z'],
    ['after Thanksgiving', '2026-11-25T22:30:00Z', '2026-11-27T22:00:00Z'],
    ['in summer time', '2026-07-01T12:00:00Z', '2026-07-01T21:00:00Z'],
    ['when it is still the day before in New York', '2026-11-19T03:00:00Z', '2026-11-19T22:00:00Z'],
  ] as const) {
    it(`is ${name}`, () => assert.equal(nextCutOff(Date.parse(at)), Date.parse(expected)));
  }
});

describe('lastCutOff()', () => {
  for (const [name, at, expected] of [
    ['the cut-off itself', '2026-03-02T22:00:00Z', '2026-03-02T22:00:00Z'],
    ['of the business day before until then', '2026-03-02T21:59:59Z', '2026-02-27T22:00:00Z'],
    ['over a weekend with a change of clocks', '2026-03-09T20:59:00Z', '2026-03-06T22:00:00Z'],
    ['over a holiday', '2026-07-04T23:00:00Z', '2026-07-03T21:00:00Z'],
  ] as const) {
    it(`is ${name}`, () => assert.equal(lastCutOff(Date.parse(at)), Date.parse(expected)));
  }
});
