import { type Kysely, sql } from 'kysely';

const usualTypes = [
  'checkout.applied',
  'checkout.offers',
  'checkout.no_offers',
  'checkout.chosen',
  'checkout.accepted',
  'charge.pending',
  'charge.approved',
  'charge.settled',
];

/**
 * Only what is rare among a merchant's events keeps an index of its type or status: what is usual is
 * found soon by time, and every application would write both.
 */
export async function indexRareEvents(db: Kysely<unknown>): Promise<void> {
  // As they were named: cut off at 63 characters.
  const before = [
    'webhook_events_index_merchant_status_created_at_checkout_id_version',
    'webhook_events_index_merchant_type_created_at_checkout_id_version',
  ];
  for (const name of before) await db.schema.dropIndex(name.slice(0, 63)).execute();
  const order = sql.raw('created_at, checkout_id, version');
  const usual = sql.join(usualTypes.map((type) => sql.lit(type)));
  await sql`create index webhook_events_index_unsent on webhook_events (merchant, status, ${order})
    where status in ('failed', 'pending')`.execute(db);
  await sql`create index webhook_events_index_rare on webhook_events (merchant, type, ${order})
    where type not in (${usual})`.execute(db);
}
