import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { formatsOf } from '../../../demo/back-office/format.ts';

describe('formatsOf()', () => {
  // In New York it is still 2026.
  const { time, day, dayName } = formatsOf('en-US', () => Date.parse('2027-01-01T04:00:00Z'));
  const shown = (written: unknown) =>
    />([^<]+)</.exec(String(written))?.[1]?.replaceAll('\u202f', ' ');

  it('writes the year of a time and its day, unless it is this one in the shop', () => {
    const both = (iso: string) => [shown(time(iso)), shown(day(iso))];
    assert.deepEqual(both('2026-11-28T11:42:00Z'), ['Nov 28, 6:42 AM', 'Nov 28']);
    assert.deepEqual(both('2027-01-01T04:30:00Z'), ['Dec 31, 11:30 PM', 'Dec 31']);
    assert.deepEqual(both('2027-01-01T05:30:00Z'), ['Jan 1, 2027, 12:30 AM', 'Jan 1, 2027']);
    assert.deepEqual(both('2025-11-28T11:42:00Z'), ['Nov 28, 2025, 6:42 AM', 'Nov 28, 2025']);
  });

  it('writes the year of a date always', () => {
    assert.equal(dayName('2026-03-02'), 'Mar 2, 2026');
    assert.equal(dayName('2027-04-27'), 'Apr 27, 2027');
  });
});
