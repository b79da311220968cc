import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { lendingMigrations } from '../../../../server/lending/store/migrations.ts';
import type { TransactionRow } from '../../../../server/lending/store/schema/funding.ts';
import type { LendingSchema } from '../../../../server/lending/store/schema.ts';
import { openDatabase } from '../../../../server/platform/database/open-database.ts';
import { anAcceptedLoan } from '../../../helpers/accepted-loan.ts';
import type { TestLending } from '../../../helpers/lending.ts';
import { makeStorage } from '../../../helpers/storage.ts';
import { type FundingFlow, startFunding } from '../funding-flow.ts';

const refunds = '/api/v1/sponsor/merchants/refund-payment-request/';

describe('a charge that comes back', () => {
  let lending: TestLending;
  let flow: FundingFlow;
  before(async () => {
    ({ lending, flow } = await startFunding());
  });
  after(() => lending.close());

  async function settledCharge(): Promise<string> {
    const id = await flow.approvedCharge(await anAcceptedLoan(lending));
    await flow.sandbox(`/transactions/${id}/advance`, { to: 'Transferred' });
    return id;
  }

  async function settledRefund(payment_request_uuid: string, parts: string[]): Promise<void> {
    const [
      consumer_charge_amount,
      net_to_merchant_amount,
      net_platform_fee,
      net_to_sponsor_amount,
    ] = parts;
    const { refund_request_uuid } = await flow.call(
      'POST',
      refunds,
      {
        request_user_id: 'hillside-admin',
        payment_request_uuid,
        consumer_charge_amount,
        net_to_merchant_amount,
        net_platform_fee,
        net_to_sponsor_amount,
        transaction_callback_url: 'http://localhost:8788/sandbox/receiver/refunds',
      },
      201,
    );
    await flow.sandbox(`/transactions/${refund_request_uuid}/advance`, { to: 'Transferred' });
  }

  const comesBack = (id: string) => flow.sandbox(`/transactions/${id}/advance`, { to: 'Reversed' });

  async function netsOf(id: string): Promise<Record<string, number>> {
    const entries = await lending.context.database.query
      .selectFrom('statement_entries')
      .select(['kind', 'net_to_merchant_amount_cents'])
      .where('charge_request_id', '=', id)
      .execute();
    return Object.fromEntries(
      entries.map(({ kind, net_to_merchant_amount_cents: net }) => [kind, net]),
    );
  }

  it('takes all of it when nothing was refunded', async () => {
    const id = await settledCharge();
    await comesBack(id);
    assert.deepEqual(await netsOf(id), { charge: 94_000, return: 94_000 });
  });

  it('takes what its refunds have left', async () => {
    const id = await settledCharge();
    await settledRefund(id, ['400.00', '376.00', '16.00', '8.00']);
    await comesBack(id);
    assert.deepEqual(await netsOf(id), { charge: 94_000, refund: 37_600, return: 56_400 });
  });

  it('takes nothing when it was refunded in full', async () => {
    const id = await settledCharge();
    await settledRefund(id, ['1000.00', '940.00', '40.00', '20.00']);
    await comesBack(id);
    assert.deepEqual(await netsOf(id), { charge: 94_000, refund: 94_000 });
  });
});

describe('a database of before there were statements', () => {
  it('has what had settled on them', async () => {
    const storage = await makeStorage();
    const open = (migrations: typeof lendingMigrations) =>
      openDatabase<LendingSchema>({
        file: join(storage.folder, 'lending.db'),
        url: storage.databaseUrl,
        schemaName: 'lending',
        migrations,
      });
    const first = Object.entries(lendingMigrations).filter(([name]) => name === '001_initial');
    const before = await open(Object.fromEntries(first));
    for (const transaction of [
      aTransaction('a', { status: 'Transferred', settled_at: march }),
      aTransaction('b', { status: 'Reversed', settled_at: march, status_at: april }),
      aTransaction('c', { status: 'Reversed', settled_at: null }),
      aTransaction('d', { status: 'Successful', settled_at: null }),
    ]) {
      await before.query.insertInto('transactions').values(transaction).execute();
    }
    await before.close();
    const now = await open(lendingMigrations);
    const totals = await now.query
      .selectFrom('statement_totals')
      .select(['month', 'transaction_count', 'consumer_charges_cents', 'consumer_refunds_cents'])
      .orderBy('month')
      .execute();
    await now.close();
    await storage.remove();
    assert.deepEqual(
      totals.map((row) => Object.values(row)),
      [
        ['2026-03', 2, 200_000, 0],
        ['2026-04', 1, 0, 100_000],
      ],
    );
  });

  const march = Date.UTC(2026, 2, 10, 21);
  const april = Date.UTC(2026, 3, 10, 21);

  function aTransaction(id: string, change: Partial<TransactionRow>): TransactionRow {
    return {
      id,
      sponsor_id: 'sponsor@example.test',
      merchant_id: 'merchant',
      application_id: 'application',
      invited_by: 'rep',
      charge_request_id: id,
      transaction_description: 109,
      consumer_charge_amount_cents: 100_000,
      net_to_merchant_amount_cents: 94_000,
      net_platform_fee_cents: 4_000,
      net_to_sponsor_amount_cents: 2_000,
      status: 'Pending',
      requested_at: march,
      status_at: march,
      settled_at: null,
      expected_settlement_date: null,
      submitted_by: 'rep',
      payment_identifier: null,
      ...change,
    };
  }
});
