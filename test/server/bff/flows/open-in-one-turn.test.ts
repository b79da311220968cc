import assert from 'node:assert/strict';
import { it } from 'node:test';
import { startTestBff } from '../../../helpers/bff.ts';
import { openDatabaseGate } from '../../../helpers/database-gate.ts';
import { ShopPage } from '../../../helpers/shop-page.ts';
import { makeStorage } from '../../../helpers/storage.ts';

it('a page’s new checkout is there, and answered, after one answer of PostgreSQL', {
  skip: process.env.TEST_DATABASE_URL ? false : 'SQLite is no server that is waited for',
}, async (t) => {
  const storage = await makeStorage();
  const gate = await openDatabaseGate(storage.databaseUrl ?? '');
  const bff = await startTestBff({ storage: { ...storage, databaseUrl: gate.url } });
  t.after(async () => {
    await bff.close();
    await gate.shut();
    await storage.remove();
  });
  await new ShopPage(bff).open({ amount: '8400.00' });
  const before = gate.turns;
  const page = new ShopPage(bff);
  const opened = await page.open({ amount: '8400.00' });
  assert.equal(gate.turns - before, 1);
  assert.deepEqual(await page.step(), opened);
});
