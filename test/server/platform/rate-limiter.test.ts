import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { RateLimiter } from '../../../server/platform/rate-limiter.ts';

const callers = (count: number) => Array.from({ length: count }, (_, at) => `caller ${at}`);

describe('a limit of calls', () => {
  it('gives the next call when its time has come', () => {
    let now = 0;
    const limiter = new RateLimiter(() => now, { calls: 2, perMs: 60_000 });
    assert.deepEqual(
      [1, 2, 3].map(() => limiter.take('somebody')),
      [0, 0, 30_000],
    );
    now += 30_000;
    assert.equal(limiter.take('somebody'), 0);
  });

  it('still holds whoever has used it up, whoever else comes in that time', () => {
    let now = 0;
    const limiter = new RateLimiter(() => now, { calls: 1, perMs: 60_000 });
    for (const caller of callers(5_000)) limiter.take(caller);
    now += 59_000;
    for (const caller of callers(10_000).slice(5_000)) limiter.take(caller);
    assert.deepEqual(
      callers(10_000).filter((caller) => limiter.waitMs(caller) === 0),
      [],
    );
  });

  it('holds the 40,000 who came last, of however many', () => {
    const limiter = new RateLimiter(() => 0, { calls: 1, perMs: 60_000 });
    for (const caller of callers(200_000)) limiter.take(caller);
    const last = callers(200_000).slice(-40_000);
    assert.deepEqual(
      last.filter((caller) => limiter.waitMs(caller) === 0),
      [],
    );
  });
});
