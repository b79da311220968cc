import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { sql } from 'kysely';
import { scheduleReconcile } from '../../../../server/bff/store/checkouts.ts';
import { startTestBff, type TestBff } from '../../../helpers/bff.ts';
import { hourMs, minuteMs } from '../../../helpers/durations.ts';
import { ShopPage, stepOf } from '../../../helpers/shop-page.ts';
import { acceptedPage, startTestbed, type Testbed } from '../../../helpers/testbed.ts';
import { until } from '../../../helpers/until.ts';
import { callLimitMs, chargeCall } from './charge-calls.ts';

const softPullLimitMs = 65_000;

describe('when the clock is set back after a call that never arrived', () => {
  let testbed: Testbed;
  beforeEach(async () => {
    testbed = await startTestbed({ isRunning: false });
  });
  afterEach(() => testbed.close());

  const lostApplication = async () => {
    const page = new ShopPage(testbed.bff);
    await page.open({ amount: '8400.00' });
    testbed.proxy.fail(/^POST .*\/soft-pull\//, 'lose_request');
    assert.equal((await page.apply()).screen, 'working');
    return page;
  };

  it('an application gets its whole time from then on, and no more', async () => {
    const page = await lostApplication();
    testbed.bff.tick(-hourMs);
    assert.equal((await page.step()).screen, 'working');
    testbed.bff.tick(softPullLimitMs - 1);
    assert.equal((await page.step()).screen, 'working');
    testbed.bff.tick(1);
    assert.equal((await page.step()).screen, 'details');
  });

  it('a charge gets its whole time from then on, and no more', async () => {
    const page = await acceptedPage(testbed);
    testbed.proxy.fail(chargeCall, 'lose_request');
    assert.equal(stepOf(await page.charge()).screen, 'working');
    testbed.bff.tick(-hourMs);
    assert.equal((await page.step()).screen, 'working');
    testbed.bff.tick(callLimitMs - 1);
    assert.equal((await page.step()).screen, 'working');
    testbed.bff.tick(1);
    assert.equal((await page.step()).screen, 'accepted');
  });

  it('a charge whose process died in its call gets its whole time, too', async () => {
    const page = await acceptedPage(testbed);
    testbed.proxy.fail(chargeCall, 'lose_request');
    assert.equal(stepOf(await page.charge()).screen, 'working');
    const { query } = testbed.bff.database;
    await query.updateTable('charges').set({ state: 'started' }).execute();
    testbed.bff.tick(-hourMs);
    assert.equal((await page.step()).screen, 'working');
    testbed.bff.tick(callLimitMs);
    assert.equal((await page.step()).screen, 'accepted');
  });

  describe('and nobody asks', () => {
    beforeEach(async () => {
      await testbed.close();
      testbed = await startTestbed({ config: { timing: { clockWatchMs: 20 } } });
    });

    const logged = (event: string) =>
      until(
        event,
        async () =>
          testbed.bff.logged.some((line) => line.includes(`"event":"${event}"`)) || undefined,
      );

    /** Once it was noticed that the clock was set back. */
    const setBack = async (notice: () => Promise<void>) => {
      const page = await lostApplication();
      const deadline = () =>
        testbed.bff.database.query
          .selectFrom('checkouts')
          .select('soft_pull_deadline_at as at')
          .where('id', '=', page.checkoutId)
          .executeTakeFirstOrThrow();
      const before = await deadline();
      await notice();
      testbed.bff.tick(1_000);
      await until('a look', async () => (await deadline()).at !== before.at || undefined);
      testbed.bff.tick(softPullLimitMs);
      await testbed.arrive(page, 'details');
    };

    it('it is looked at no later for that', () =>
      setBack(async () => {
        testbed.bff.tick(-hourMs);
        await logged('clock_set_back');
      }));

    it('it is looked at no later, either, once a database that refused this answers', () =>
      setBack(async () => {
        const { query } = testbed.bff.database;
        await sql`alter table due_work rename to due_work_away`.execute(query);
        testbed.bff.tick(-hourMs);
        await logged('due_work_not_brought_forward');
        await sql`alter table due_work_away rename to due_work`.execute(query);
        await until('the look to be brought forward', async () => {
          const rows = query
            .selectFrom('due_work')
            .select('due_at')
            .where('kind', '=', 'reconcile');
          const { due_at } = await rows.executeTakeFirstOrThrow();
          return due_at < testbed.bff.now() + minuteMs || undefined;
        });
      }));
  });

  it('by two steps of which the first is refused late, what is due is brought forward by both, once', {
    skip: process.env.TEST_DATABASE_URL ? 'PostgreSQL has more than one connection' : false,
  }, async (t) => {
    const everyMs = 20;
    const stepMs = 10 * minuteMs;
    await testbed.close();
    t.mock.timers.enable({ apis: ['setInterval'] });
    testbed = await startTestbed({ config: { timing: { clockWatchMs: everyMs } } });
    const { bff } = testbed;
    const page = await acceptedPage(testbed);
    const aheadMs = 30_000;
    await bff.runDue();
    await bff.database.transaction((tx) =>
      scheduleReconcile(tx, page.checkoutId, bff.now() + aheadMs),
    );
    await bff.runDue();
    const isAway = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const away = bff.database.transaction(async (tx) => {
      await sql`alter table due_work rename to due_work_away`.execute(tx);
      isAway.resolve();
      await release.promise;
    });
    await isAway.promise;
    bff.tick(-stepMs);
    t.mock.timers.tick(everyMs);
    await until(
      'the first step to be noticed',
      async () => bff.logged.some((line) => line.includes('clock_set_back')) || undefined,
    );
    // What waits for the one connection of SQLite has it in turn.
    const back = bff.database.transaction((tx) =>
      sql`alter table due_work_away rename to due_work`.execute(tx),
    );
    bff.tick(-stepMs);
    t.mock.timers.tick(everyMs);
    release.resolve();
    await Promise.all([away, back]);
    t.mock.timers.tick(everyMs);
    await bff.stop();
    const { due_at } = await bff.database.query
      .selectFrom('due_work')
      .select('due_at')
      .where('kind', '=', 'reconcile')
      .where('key', '=', page.checkoutId)
      .executeTakeFirstOrThrow();
    assert.equal(due_at - bff.now(), aheadMs);
  });

  it('by less than a minute, its time stays as it was', async () => {
    const page = await lostApplication();
    testbed.bff.tick(-30_000);
    assert.equal((await page.step()).screen, 'working');
    testbed.bff.tick(30_000 + softPullLimitMs - 1);
    assert.equal((await page.step()).screen, 'working');
    testbed.bff.tick(1);
    assert.equal((await page.step()).screen, 'details');
  });
});

const skip = process.env.TEST_DATABASE_URL ? false : 'two nodes need PostgreSQL';

describe('when two nodes see that the clock was set back', { skip }, () => {
  const stepMs = 10 * minuteMs;
  let testbed: Testbed;
  let other: TestBff;
  let page: ShopPage;
  beforeEach(async () => {
    const config = { timing: { clockWatchMs: 20 } };
    testbed = await startTestbed({ config });
    page = await acceptedPage(testbed);
    other = await startTestBff({
      lenderUrl: testbed.proxy.url,
      storage: testbed.bff.storage,
      isRunning: true,
      startsAt: testbed.bff.now(),
      config,
    });
    const dueAt = testbed.bff.now() + 5 * minuteMs;
    // What has begun by the old time would plan the next reconcile, or run it as due.
    for (const node of [testbed.bff, other]) await node.runDue();
    await testbed.bff.database.transaction((tx) => scheduleReconcile(tx, page.checkoutId, dueAt));
    for (const node of [testbed.bff, other]) await node.runDue();
  });
  afterEach(async () => {
    await other.close();
    await testbed.close();
  });

  const dueAt = async () => {
    const { due_at } = await testbed.bff.database.query
      .selectFrom('due_work')
      .select('due_at')
      .where('kind', '=', 'reconcile')
      .where('key', '=', page.checkoutId)
      .executeTakeFirstOrThrow();
    return due_at;
  };

  const noticedBy = ({ logged }: TestBff) =>
    until(
      'the step to be noticed',
      async () => logged.some((line) => line.includes('clock_set_back')) || undefined,
    );

  /** What a node has begun by then is done when it has stopped. */
  const dueInTheEnd = async () => {
    for (const node of [testbed.bff, other]) await node.stop();
    return (await dueAt()) - testbed.bff.now();
  };

  it('a reconcile is brought forward once', async () => {
    const nodes = [testbed.bff, other];
    for (const node of nodes) node.tick(-stepMs);
    for (const node of nodes) await noticedBy(node);
    assert.equal(await dueInTheEnd(), 5 * minuteMs);
  });

  it('one that the second planned by the old time is brought forward, too', async () => {
    testbed.bff.tick(-stepMs);
    await noticedBy(testbed.bff);
    const plannedAt = await until('the second node to plan', async () => {
      const at = await dueAt();
      return at > other.now() ? at : undefined;
    });
    const ahead = plannedAt - other.now();
    other.tick(-stepMs);
    await noticedBy(other);
    assert.equal(await dueInTheEnd(), ahead);
  });
});
