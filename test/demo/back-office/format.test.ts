import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { formatsOf } from '../../../demo/back-office/format.ts';

describe('formatsOf()', () => {
  // In New York it is still 2026.
  const { time, day, endingDay, dayName } = formatsOf('en-US', () =>
    Date.parse('2027-01-01T04:00:00Z'),
  );
  const shown = (written: unknown) =>
    />([^<]+)</.exec(String(written))?.[1]?.replaceAll('\u202f', ' ');

  it('writes the year of a time and its day, unless it is this one in the shop', () => {
    const both = (iso: string) => [shown(time(iso)), shown(day(iso))];
    assert.deepEqual(both('2026-11-28T11:42:00Z'), ['Nov 28, 6:42 AM', 'Nov 28']);
    assert.deepEqual(both('2027-01-01T04:30:00Z'), ['Dec 31, 11:30 PM', 'Dec 31']);
    assert.deepEqual(both('2027-01-01T05:30:00Z'), ['Jan 1, 2027, 12:30 AM', 'Jan 1, 2027']);
    assert.deepEqual(both('2025-11-28T11:42:00Z'), ['Nov 28, 2025, 6:42 AM', 'Nov 28, 2025']);
  });

  it('names the day that ends at midnight in the shop, and none at any other time', () => {
    const midnights = ['2026-11-29T05:00:00Z', '2026-07-02T04:00:00Z', '2027-02-01T05:00:00Z'];
    const ended = midnights.map((iso) => shown(endingDay(iso)));
    assert.deepEqual(ended, ['Nov\u00a028', 'Jul\u00a01', 'Jan\u00a031,\u00a02027']);
    for (const iso of ['2026-11-29T05:00:01Z', '2026-11-29T04:59:59Z', '2026-07-02T05:00:00Z']) {
      assert.equal(endingDay(iso), null, iso);
    }
  });

  it('writes the year of a date always', () => {
    assert.equal(dayName('2026-03-02'), 'Mar 2, 2026');
    assert.equal(dayName('2027-04-27'), 'Apr 27, 2027');
  });
});
