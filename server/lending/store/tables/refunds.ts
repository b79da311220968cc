import { type Kysely, sql } from 'kysely';
import { createTable } from '../../../platform/database/tables.ts';

/** Loans that can be charged while their purchase window is open (`store/chargeable-loans.ts`). */
const isChargeable = sql`status = 'Approved: Accepted' and account_status = 'Active' and credit_limit_cents > amount_spent_cents + pending_charge_amount_cents + unrestored_spend_cents`;

export async function createRefunds(db: Kysely<unknown>): Promise<void> {
  await createTable(
    db,
    'refund_requests',
    {
      id: 'text',
      sponsor_id: 'text',
      merchant_id: 'text',
      application_id: 'text',
      invited_by: 'text',
      charge_request_id: 'text',
      requested_by: 'text',
      refund_type: 'text',
      transaction_callback_url: 'text',
      reason: 'text?',
      requested_at: 'integer',
    },
    {
      primaryKey: ['id'],
      indexes: [
        ['sponsor_id', 'merchant_id', 'requested_at'],
        ['sponsor_id', 'merchant_id', 'invited_by', 'requested_at'],
        ['application_id'],
      ],
    },
  );
  await db.schema
    .alterTable('applications')
    .addColumn('unrestored_spend_cents', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
  for (const [name, columns] of [
    ['applications_chargeable', sql`sponsor_id, merchant_id`],
    ['applications_chargeable_own', sql`sponsor_id, merchant_id, invited_by`],
  ] as const) {
    await sql`create index ${sql.id(name)} on applications (${columns}, accepted_at, purchase_window_ends_at) where ${isChargeable}`.execute(
      db,
    );
  }
}
