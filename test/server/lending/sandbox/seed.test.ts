import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { defaultRateSheet } from '../../../../server/lending/domain/offers/default-rate-sheet.ts';
import { seedSandbox } from '../../../../server/lending/sandbox/seed.ts';
import { startTestLending, type TestLending } from '../../../helpers/lending.ts';

let lending: TestLending;
before(async () => {
  lending = await startTestLending();
});
after(() => lending.close());

async function everything() {
  const { query } = lending.context.database;
  return {
    merchants: await query.selectFrom('merchants').selectAll().execute(),
    users: await query.selectFrom('merchant_users').selectAll().orderBy('user_id').execute(),
    accounts: await query.selectFrom('bank_accounts').selectAll().execute(),
    products: await query.selectFrom('selected_products').selectAll().execute(),
  };
}

describe('seedSandbox()', () => {
  it('makes the Active merchant with its users, verified account and every product', async () => {
    const { merchants, users, accounts, products } = await everything();
    assert.deepEqual(
      merchants.map((row) => [row.sponsor_id, row.contractor_id, row.business_name, row.status]),
      [['sponsor@example.test', 'hillside-hvac', 'Hillside Heating & Air', 'Active']],
    );
    assert.deepEqual(
      users.map((row) => [row.user_id, row.user_type, row.status]),
      [
        ['hillside-admin', 'Admin', 'Active'],
        ['hillside-manager', 'Salesmanager', 'Active'],
        ['hillside-rep-1', 'Salesrep', 'Active'],
        ['hillside-rep-2', 'Salesrep', 'Active'],
      ],
    );
    assert.deepEqual(
      accounts.map((row) => row.status),
      ['Verified'],
    );
    assert.equal(products.length, defaultRateSheet.length);
  });

  it('changes nothing when it runs again', async () => {
    const before = await everything();
    await seedSandbox(lending.context);
    assert.deepEqual(await everything(), before);
  });

  it('does nothing where the sponsor is not known', async () => {
    const other = await startTestLending({ sponsors: [] });
    try {
      const rows = await other.context.database.query.selectFrom('merchants').selectAll().execute();
      assert.deepEqual(rows, []);
    } finally {
      await other.close();
    }
  });
});
