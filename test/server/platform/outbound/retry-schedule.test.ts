import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { nextTryDelayMs } from '../../../../server/platform/outbound/retry-schedule.ts';

const second = 1_000;
const hour = 3_600 * second;
const day = 24 * hour;

describe('nextTryDelayMs()', () => {
  it('ends after 18 tries over 35 days', () => {
    let tries = 1;
    let total = 0;
    for (let delay = nextTryDelayMs(tries, 0.5); delay !== undefined; ) {
      total += delay;
      tries += 1;
      delay = nextTryDelayMs(tries, 0.5);
    }
    assert.equal(tries, 18);
    assert.equal(Math.floor(total / day), 35);
  });

  for (const [failedTries, delay] of [
    [1, 5 * second],
    [2, 30 * second],
    [7, hour],
    [17, 14 * day],
  ] as const) {
    it(`waits ${delay} ms after try ${failedTries}, a fifth more or less`, () => {
      fc.assert(
        fc.property(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (random) => {
          const waited = nextTryDelayMs(failedTries, random) ?? 0;
          assert.ok(waited >= 0.8 * delay && waited <= 1.2 * delay);
        }),
      );
    });
  }
});
