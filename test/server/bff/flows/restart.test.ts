import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Screen } from '../../../../widget/contract/step.ts';
import { startTestBff, type TestBff } from '../../../helpers/bff.ts';
import { ShopPage, stepOf } from '../../../helpers/shop-page.ts';
import { makeStorage, type Storage } from '../../../helpers/storage.ts';
import { acceptedPage, startTestbed, type Testbed } from '../../../helpers/testbed.ts';
import { until } from '../../../helpers/until.ts';
import { chargeCall } from './charge-calls.ts';

describe('a BFF that died in the middle of a call', () => {
  let storage: Storage;
  let testbed: Testbed;

  before(async () => {
    storage = await makeStorage();
    testbed = await startTestbed({ isRunning: false, storage });
  });
  after(() => storage.remove());

  const screenOf = async (bff: TestBff, page: ShopPage) => {
    const { screen } = await bff.database.query
      .selectFrom('checkouts')
      .select('screen')
      .where('id', '=', page.checkoutId)
      .executeTakeFirstOrThrow();
    return screen as Screen;
  };

  it('finds what it had begun at its next start, although nobody asks', async () => {
    const applied = new ShopPage(testbed.bff);
    await applied.open({ amount: '8400.00' });
    const charged = await acceptedPage(testbed);
    testbed.proxy.fail(/^POST .*\/soft-pull\//, 'lose_answer');
    assert.equal((await applied.apply()).screen, 'working');
    testbed.proxy.fail(chargeCall, 'lose_answer');
    assert.equal(stepOf(await charged.charge()).screen, 'working');
    const { query } = testbed.bff.database;
    await query
      .updateTable('checkouts')
      .set({ soft_pull_state: 'started' })
      .where('id', '=', applied.checkoutId)
      .execute();
    await query.updateTable('charges').set({ state: 'started' }).execute();
    await testbed.bff.close();

    const next = await startTestBff({ lenderUrl: testbed.proxy.url, isRunning: true, storage });
    // On PostgreSQL the due work that was written with the intents has to become due.
    next.tick(10_000);
    await until('the offers', async () =>
      (await screenOf(next, applied)) === 'offers' ? true : undefined,
    );
    await until('the charge', async () =>
      (await screenOf(next, charged)) === 'charge_pending' ? true : undefined,
    );
    await next.close();
    await testbed.closeRest();
  });
});
