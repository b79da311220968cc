import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { setImmediate as settled } from 'node:timers/promises';
import { createSandboxProviders } from '../../../../server/lending/providers/sandbox-providers.ts';
import {
  addClockOffset,
  followMoves,
  OffsetClock,
} from '../../../../server/lending/sandbox/sponsor-clock.ts';
import type { LendingSchema } from '../../../../server/lending/store/schema.ts';
import type { Database } from '../../../../server/platform/database/database.ts';
import { hourMs } from '../../../helpers/durations.ts';
import { startTestLending, testStart } from '../../../helpers/lending.ts';
import { makeStorage } from '../../../helpers/storage.ts';
import { openLendingDatabase } from '../store/lending-database.ts';

const database = {} as Database<LendingSchema>;

describe('following the clocks of other processes', () => {
  it('goes on after a look that failed', async (t) => {
    const { errors, looks, stop } = following(t, async (look) => {
      if (look === 1) throw new Error('connection lost');
    });
    t.mock.timers.tick(1_000);
    await settled();
    t.mock.timers.tick(1_000);
    await stop();
    assert.equal(looks(), 2);
    assert.equal(errors.length, 1);
  });

  it('looks no second time while a look waits for its answer, nor stops before that', async (t) => {
    const answer = Promise.withResolvers<void>();
    const { looks, stop } = following(t, () => answer.promise);
    t.mock.timers.tick(3_000);
    assert.equal(looks(), 1);
    let isStopped = false;
    const stopping = stop().then(() => {
      isStopped = true;
    });
    await settled();
    assert.ok(!isStopped);
    answer.resolve();
    await stopping;
  });

  it('looks no more once it is stopped', async (t) => {
    const { looks, stop } = following(t, async () => undefined);
    await stop();
    t.mock.timers.tick(2_000);
    assert.equal(looks(), 0);
  });
});

describe('a clock whose older look is answered after a newer one', () => {
  const sponsorId = 'sponsor@example.test';
  type Query = Database<LendingSchema>['query'];
  const advance = (query: Query) => addClockOffset(query, sponsorId, hourMs);
  const reset = (query: Query) => query.deleteFrom('sandbox_sponsors').execute();

  for (const [name, earlier, move, expected] of [
    ['stays where it was advanced to', [], advance, hourMs],
    ['stays at real time after a reset', [advance], reset, 0],
  ] as const) {
    it(name, async () => {
      const { database, close } = await openLendingDatabase();
      for (const each of earlier) await each(database.query);
      const clock = new OffsetClock({ now: () => 0 });
      const held = heldAnswers(database);
      const older = clock.refresh(held.database);
      await held.arrived;
      await move(database.query);
      await clock.refresh(database);
      held.letGo();
      await older;
      assert.equal(clock.now(sponsorId), expected);
      await close();
    });
  }
});

describe('the sandbox’s clock', () => {
  it('moves no time outside of it, and is not read', async (t) => {
    const storage = await makeStorage();
    t.after(() => storage.remove());
    const sandbox = await startTestLending({}, createSandboxProviders(), storage);
    const body = { seconds: 3_600 };
    assert.ok((await sandbox.call('POST', '/sandbox/v1/clock/advance', { body })).ok);
    await sandbox.close();
    t.mock.timers.enable({ apis: ['setInterval'] });
    const config = { environment: 'production' } as const;
    const production = await startTestLending(config, createSandboxProviders(), storage);
    const { clock, database } = production.context;
    assert.equal(clock.now('sponsor@example.test'), testStart);
    await database.query.schema.dropTable('sandbox_sponsors').execute();
    t.mock.timers.tick(1_000);
    await production.close();
    assert.ok(!production.logged.some((line) => line.includes('clock_not_read')));
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

/** The same database, whose answers wait on their way until they are let go. */
function heldAnswers(real: Database<LendingSchema>) {
  const arrival = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const query = real.query.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      arrival.resolve();
      await gate.promise;
      return result;
    },
  });
  return { database: { ...real, query }, arrived: arrival.promise, letGo: gate.resolve };
}
