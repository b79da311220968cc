import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Clock } from '../../../../server/platform/clock.ts';
import { DatabaseClock } from '../../../../server/platform/database/database-clock.ts';
import { createLogger } from '../../../../server/platform/logging.ts';
import { bffStart, startTestBff, type TestBffOptions } from '../../../helpers/bff.ts';
import { as, ShopPage, stepOf } from '../../../helpers/shop-page.ts';
import { acceptedPage, startTestbed } from '../../../helpers/testbed.ts';
import { callLimitMs, chargeRequests } from './charge-calls.ts';

const skip = process.env.TEST_DATABASE_URL ? false : 'two nodes need PostgreSQL';

/** More than a charge has from its intent to its deadline. */
const aheadMs = callLimitMs + 5_000;

describe('a node whose machine’s clock is half a minute ahead', { skip }, () => {
  it('does not void a charge for which another node waits', async (t) => {
    // The lender's day is that of the tests, and time goes on.
    const earlierMs = Date.now() - bffStart;
    const databaseTime =
      (machineClock: Clock): NonNullable<TestBffOptions['clockOf']> =>
      async (database) => {
        const log = createLogger({ level: 'silent' });
        const clock = await DatabaseClock.start(database, { log, machineClock });
        t.after(() => clock.stop());
        return { now: () => clock.now() - earlierMs };
      };
    const testbed = await startTestbed({
      isRunning: false,
      clockOf: databaseTime({ now: () => Date.now() }),
    });
    t.after(() => testbed.close());
    const { bff, proxy, lenderUrl } = testbed;
    const ahead = await startTestBff({
      lenderUrl: proxy.url,
      storage: bff.storage,
      clockOf: databaseTime({ now: () => Date.now() + aheadMs }),
      config: { linkAllowedOrigins: [lenderUrl] },
    });
    t.after(() => ahead.close());
    const page = await acceptedPage(testbed);
    const { calls } = bff.context;
    const begin = calls.begin.bind(calls);
    const begun = Promise.withResolvers<void>();
    const sent = Promise.withResolvers<void>();
    calls.begin = (of, call) =>
      begin(of, async () => {
        begun.resolve();
        await sent.promise;
        return call();
      });
    const charging = page.charge();
    await begun.promise;
    const twin = Object.assign(new ShopPage(ahead), {
      token: page.token,
      checkoutId: page.checkoutId,
      resume: page.resume,
    });
    assert.equal((await twin.step()).screen, 'working');
    sent.resolve();
    as(stepOf(await charging), 'charge_pending');
    as(await twin.step(), 'charge_pending');
    assert.equal((await chargeRequests(testbed)).length, 1);
  });
});
