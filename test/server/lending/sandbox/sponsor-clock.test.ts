import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { followMoves } from '../../../../server/lending/sandbox/sponsor-clock.ts';
import type { LendingSchema } from '../../../../server/lending/store/schema.ts';
import type { Database } from '../../../../server/platform/database/database.ts';

const database = {} as Database<LendingSchema>;

describe('following the clocks of other processes', () => {
  it('goes on after a look that failed', async (t) => {
    const { errors, looks, stop } = following(t, async (look) => {
      if (look === 1) throw new Error('connection lost');
    });
    t.mock.timers.tick(2_000);
    await stop();
    assert.equal(looks(), 2);
    assert.equal(errors.length, 1);
  });

  it('looks no more once it is stopped', async (t) => {
    const { looks, stop } = following(t, async () => undefined);
    await stop();
    t.mock.timers.tick(2_000);
    assert.equal(looks(), 0);
  });
});

function following(t: TestContext, look: (count: number) => Promise<void>) {
  t.mock.timers.enable({ apis: ['setInterval'] });
  let count = 0;
  const errors: unknown[] = [];
  const refresh = () => {
    count += 1;
    return look(count);
  };
  const clock = { now: () => 0, refresh };
  const stop = followMoves(clock, database, (error) => errors.push(error));
  return { errors, stop, looks: () => count };
}
