import { type Kysely, sql } from 'kysely';

/** Who made a checkout, by which it is kept, and whose soft pulls count towards the day's limit. */
export async function createLimits(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('checkouts')
    .addColumn('made_by', 'text', (column) => column.notNull().defaultTo('page'))
    .execute();
  // A page's order came by a token, which is there for as long as the checkout can be used.
  await sql`update checkouts set made_by = 'server'
    where origin = '' or (order_id is not null and not exists (
      select 1 from order_tokens where order_tokens.checkout_id = checkouts.id))`.execute(db);
  await db.schema
    .createTable('person_pulls')
    .addColumn('person_digest', 'text', (column) => column.notNull())
    .addColumn('slot', 'integer', (column) => column.notNull())
    .addColumn('checkout_id', 'text', (column) => column.notNull())
    .addColumn('started_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('person_pulls_pk', ['person_digest', 'slot'])
    .execute();
  await db.schema
    .createIndex('person_pulls_by_time')
    .on('person_pulls')
    .column('started_at')
    .execute();
}
