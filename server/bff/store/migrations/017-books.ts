import { type Kysely, sql } from 'kysely';

const splitParts = [
  'net_to_merchant_amount_cents',
  'net_platform_fee_cents',
  'net_to_sponsor_amount_cents',
];

/** What a merchant's bookkeeper reads: money that has moved, and how many came how far. */
export async function createBooks(db: Kysely<unknown>): Promise<void> {
  await createSettlements(db);
  await createDailySums(db);
}

const sums = [
  'opened',
  'applied',
  'offers',
  'none',
  'chosen',
  'accepted',
  'charged',
  'charged_cents',
  'settled',
  'settled_cents',
  'refunded',
  'refunded_cents',
];

/** What came before it was kept is not counted: of a change, only its end is known. */
async function createDailySums(db: Kysely<unknown>): Promise<void> {
  let table = db.schema
    .createTable('daily_sums')
    .addColumn('merchant', 'text', (column) => column.notNull())
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('offer_code', 'text', (column) => column.notNull())
    .addColumn('sold_by', 'text', (column) => column.notNull())
    .addColumn('part', 'integer', (column) => column.notNull());
  for (const name of sums) {
    table = table.addColumn(name, 'bigint', (column) => column.notNull());
  }
  await table.execute();
  await db.schema
    .createIndex('daily_sums_once')
    .on('daily_sums')
    .columns(['merchant', 'day', 'offer_code', 'sold_by', 'part'])
    .unique()
    .execute();
}

/** One row for what moved once. */
async function createSettlements(db: Kysely<unknown>): Promise<void> {
  let table = db.schema
    .createTable('settlements')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('merchant', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('checkout_id', 'text', (column) => column.notNull().references('checkouts.id'))
    .addColumn('charge_id', 'text', (column) => column.notNull())
    .addColumn('refund_id', 'text')
    .addColumn('order_id', 'text', (column) => column.notNull())
    .addColumn('amount_cents', 'bigint', (column) => column.notNull());
  for (const part of splitParts) {
    table = table.addColumn(part, 'bigint', (column) => column.notNull());
  }
  await table.addColumn('seen_at', 'bigint', (column) => column.notNull()).execute();
  await db.schema
    .createIndex('settlements_by_time')
    .on('settlements')
    .columns(['merchant', 'seen_at', 'id'])
    .execute();
  await db.schema
    .createIndex('settlements_by_checkout')
    .on('settlements')
    .column('checkout_id')
    .execute();
  await fillSettlements(db);
}

/** From what is known already. When a charge was reversed is not: it counts at its settlement. */
export async function fillSettlements(db: Kysely<unknown>): Promise<void> {
  const columns = sql.raw(
    `id, merchant, kind, checkout_id, charge_id, refund_id, order_id, amount_cents,
     ${splitParts.join(', ')}, seen_at`,
  );
  const positive = sql.raw(splitParts.map((part) => `c.${part}`).join(', '));
  const negative = (from: string) =>
    sql.raw(splitParts.map((part) => `-${from}.${part}`).join(', '));
  await sql`insert into settlements (${columns})
    select 'charge_' || c.id, c.merchant, 'charge', c.checkout_id, c.id, null, c.order_id,
      c.consumer_charge_amount_cents, ${positive}, c.settled_at
    from charges c where c.settled_at is not null`.execute(db);
  await sql`insert into settlements (${columns})
    select 'refund_' || r.id, r.merchant, 'refund', r.checkout_id, c.id, r.id, c.order_id,
      -r.consumer_charge_amount_cents, ${negative('r')}, r.settled_at
    from refunds r join charges c on c.id = r.charge_id
    where c.settled_at is not null and r.settled_at is not null`.execute(db);
  const gone = sql.raw(splitParts.map((part) => `coalesce(r.${part}, 0) - c.${part}`).join(', '));
  const sums = sql.raw(splitParts.map((part) => `sum(${part}) as ${part}`).join(', '));
  // What went back by no refund that is known here.
  await sql`insert into settlements (${columns})
    select case c.state when 'reversed' then 'reversal_' else 'refund_' end || c.id, c.merchant,
      case c.state when 'reversed' then 'reversal' else 'refund' end, c.checkout_id, c.id, null,
      c.order_id, coalesce(r.amount_cents, 0) - c.consumer_charge_amount_cents, ${gone}, c.settled_at
    from charges c left join (
      select charge_id, sum(consumer_charge_amount_cents) as amount_cents, ${sums}
      from refunds where settled_at is not null group by charge_id) r on r.charge_id = c.id
    where c.settled_at is not null and c.state in ('reversed', 'refunded')
      and c.consumer_charge_amount_cents > coalesce(r.amount_cents, 0)`.execute(db);
}
