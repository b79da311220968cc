import type { Kysely } from 'kysely';
import { createTable } from '../../../platform/database/tables.ts';

/** What merchants' servers are told, where to, and each attempt. */
export async function createWebhooks(db: Kysely<unknown>): Promise<void> {
  await createTable(
    db,
    'webhook_events',
    {
      id: 'text',
      merchant: 'text',
      checkout_id: 'text',
      version: 'integer',
      type: 'text',
      payload: 'text',
      status: 'text',
      created_at: 'integer',
    },
    {
      primaryKey: ['id'],
      // Each list of a merchant's events is read in an index, the newest first, without sorting.
      indexes: [
        ['checkout_id', 'version'],
        ['merchant', 'created_at', 'checkout_id', 'version'],
        ['merchant', 'status', 'created_at', 'checkout_id', 'version'],
        ['merchant', 'type', 'created_at', 'checkout_id', 'version'],
      ],
    },
  );
  await createTable(
    db,
    'webhook_deliveries',
    {
      event_id: 'text',
      endpoint_id: 'text',
      merchant: 'text',
      checkout_id: 'text',
      version: 'integer',
      status: 'text',
      tries: 'integer',
      queued_at: 'integer',
      next_attempt_at: 'integer?',
      attempts: 'text',
      created_at: 'integer',
    },
    {
      primaryKey: ['event_id', 'endpoint_id'],
      indexes: [
        ['checkout_id', 'endpoint_id', 'version'],
        ['merchant', 'status', 'created_at'],
      ],
    },
  );
  await createTable(
    db,
    'webhook_endpoints',
    { merchant: 'text', endpoint_id: 'text', failing_since: 'integer?' },
    { primaryKey: ['merchant', 'endpoint_id'] },
  );
  await db.schema.alterTable('checkouts').addColumn('told_version', 'bigint').execute();
}
