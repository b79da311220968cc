import type { Kysely } from 'kysely';
import { createTable } from '../../../platform/database/tables.ts';
import type { LendingSchema } from '../schema.ts';
import { postToStatement } from '../statements.ts';

export async function createStatements(db: Kysely<unknown>): Promise<void> {
  await createTable(
    db,
    'statement_entries',
    {
      transaction_id: 'text',
      kind: 'text',
      sponsor_id: 'text',
      merchant_id: 'text',
      application_id: 'text',
      invited_by: 'text',
      charge_request_id: 'text',
      transaction_description: 'integer',
      consumer_charge_amount_cents: 'integer',
      net_to_merchant_amount_cents: 'integer',
      net_platform_fee_cents: 'integer',
      net_to_sponsor_amount_cents: 'integer',
      month: 'text',
      created_at: 'integer',
      settled_at: 'integer',
    },
    {
      primaryKey: ['transaction_id', 'kind'],
      indexes: [
        ['sponsor_id', 'merchant_id', 'month', 'settled_at'],
        ['sponsor_id', 'merchant_id', 'invited_by', 'month', 'settled_at'],
        ['charge_request_id'],
      ],
    },
  );
  await createTable(
    db,
    'statement_totals',
    {
      sponsor_id: 'text',
      merchant_id: 'text',
      month: 'text',
      invited_by: 'text',
      transaction_count: 'integer',
      consumer_charges_cents: 'integer',
      consumer_refunds_cents: 'integer',
      merchant_fees_cents: 'integer',
      fee_credits_cents: 'integer',
    },
    { primaryKey: ['sponsor_id', 'merchant_id', 'month', 'invited_by'] },
  );
}

/** Posts what had settled before there were statements. */
export async function postSettledTransactions(db: Kysely<LendingSchema>): Promise<void> {
  const settled = await db
    .selectFrom('transactions')
    .selectAll()
    .where('settled_at', 'is not', null)
    .orderBy('settled_at')
    .execute();
  for (const transaction of settled) {
    await postToStatement(db, { ...transaction, status: 'Transferred' });
    if (transaction.status === 'Reversed') await postToStatement(db, transaction);
  }
}
