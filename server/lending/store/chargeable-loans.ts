import { type RawBuilder, SqliteAdapter, sql } from 'kysely';
import type { AvailableQuery } from '../../lending-api/available-transactions.ts';
import type { Connection } from '../../platform/database/database.ts';
import { CHARGE_LIFETIME_MS } from '../domain/funding/charge-status.ts';
import type { ApplicationRow } from './schema/applications.ts';
import type { LendingSchema } from './schema.ts';

export interface ChargeableFilter {
  sponsorId: string;
  merchantId: string;
  /** Only loans of this user's own consumers. */
  invitedBy?: string | undefined;
  /** Epoch milliseconds: the purchase window is open then. */
  now: number;
}

type Ordering = NonNullable<AvailableQuery['ordering']>;

/** Nothing but the portal account tells the loans of the list apart: code 2 and its message, or 0 and none. */
const lacksPortal = sql<number>`case when portal_account_status = 'Active' then 0 else 2 end`;

const columns: Readonly<
  Record<Exclude<Ordering['field'], 'product_name'> | 'accepted_at', RawBuilder<unknown>>
> = {
  accepted_at: sql.ref('accepted_at'),
  external_application_id: sql.ref('external_application_id'),
  loan_id: sql.ref('loan_id'),
  consumer_application_id: sql.ref('id'),
  consumer_application_human_readable_id: sql.ref('consumer_application_human_readable_id'),
  consumer_first_name: sql.ref('first_name'),
  consumer_last_name: sql.ref('last_name'),
  application_status: sql.ref('status'),
  credit_limit: sql.ref('credit_limit_cents'),
  amount_spent: sql.ref('amount_spent_cents'),
  available_spend: sql<number>`credit_limit_cents - amount_spent_cents - pending_charge_amount_cents - unrestored_spend_cents`,
  purchase_window_end_date: sql.ref('purchase_window_ends_at'),
  portal_account_status: sql.ref('portal_account_status'),
  is_valid_for_transaction: sql<number>`-(${lacksPortal})`,
  transaction_status_code: lacksPortal,
  no_transaction_message: lacksPortal,
  invited_by_merchant_user: sql.ref('invited_by'),
};

/** Of the terms that were accepted. */
function productName(connection: Connection<LendingSchema>): RawBuilder<unknown> {
  const isSqlite = connection.getExecutor().adapter instanceof SqliteAdapter;
  return isSqlite
    ? sql`selected_terms ->> 'product_name'`
    : sql`selected_terms::json ->> 'product_name'`;
}

/**
 * One page of loans that only a missing portal account may keep from being charged; newest first.
 * Only ids are ordered, since a loan is a wide row.
 */
export async function listChargeable(
  connection: Connection<LendingSchema>,
  filter: ChargeableFilter,
  slice: Slice,
): Promise<ApplicationRow[]> {
  const page = (await hasOverdue(connection, filter))
    ? await pageByTheClock(connection, filter, slice)
    : await pageAsStored(connection, filter, slice).execute();
  if (page.length === 0) return [];
  const ids = page.map(({ id }) => id);
  const loans = await connection
    .selectFrom('applications')
    .selectAll()
    .where('id', 'in', ids)
    .execute();
  return loans.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
}

export async function countChargeable(
  connection: Connection<LendingSchema>,
  filter: ChargeableFilter,
): Promise<number> {
  const { count } = await chargeable(connection, filter)
    .select((row) => row.fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  if (!(await hasOverdue(connection, filter))) return Number(count);
  const held = await released(connection, filter)
    .select((row) => row.fn.countAll().as('count'))
    .where(sql<boolean>`chargeable_until is null`)
    .executeTakeFirstOrThrow();
  return Number(count) + Number(held.count);
}

interface Slice {
  ordering: Ordering | undefined;
  limit: number;
  offset: number;
}

/** What a page is ordered by. */
function placeIn(connection: Connection<LendingSchema>, { ordering }: Slice) {
  const { field, direction = 'desc' } = ordering ?? {};
  const column =
    field === 'product_name' ? productName(connection) : columns[field ?? 'accepted_at'];
  return { field, column, direction };
}

function pageAsStored(
  connection: Connection<LendingSchema>,
  filter: ChargeableFilter,
  slice: Slice,
) {
  const { column, direction } = placeIn(connection, slice);
  return chargeable(connection, filter)
    .select('id')
    .orderBy(column, direction)
    .orderBy('id')
    .limit(slice.limit)
    .offset(slice.offset);
}

/**
 * The same while timers are late: loans with a request that is over take the place that they will
 * have without it, among as many of the others as the page can be reached by.
 */
function pageByTheClock(
  connection: Connection<LendingSchema>,
  filter: ChargeableFilter,
  slice: Slice,
): Promise<{ id: string }[]> {
  const { field, column, direction } = placeIn(connection, slice);
  const left = field === 'available_spend' ? sql<number>`${column} + over.cents` : column;
  const others = pageAsStored(connection, filter, {
    ...slice,
    limit: slice.offset + slice.limit,
    offset: 0,
  })
    .select(column.as('place'))
    .where('id', 'not in', overdue(connection, filter).select('application_id'));
  return connection
    .selectFrom((rows) =>
      rows
        .selectFrom(others.as('others'))
        .select(['id', 'place'])
        .unionAll(released(connection, filter).select(['loan.id', left.as('place')]))
        .as('loans'),
    )
    .select('id')
    .orderBy('place', direction)
    .orderBy('id')
    .limit(slice.limit)
    .offset(slice.offset)
    .execute();
}

async function hasOverdue(
  connection: Connection<LendingSchema>,
  filter: ChargeableFilter,
): Promise<boolean> {
  const found = await overdue(connection, filter).select('id').limit(1).executeTakeFirst();
  return found !== undefined;
}

/**
 * Requests that are over while their timer is late. Bounded by when they were made as well, which
 * the index over a merchant's pending requests has.
 */
function overdue(
  connection: Connection<LendingSchema>,
  { sponsorId, merchantId, now }: ChargeableFilter,
) {
  return connection
    .selectFrom('charge_requests')
    .where('sponsor_id', '=', sponsorId)
    .where('merchant_id', '=', merchantId)
    .where('status', '=', 'Pending')
    .where('requested_at', '<=', now - CHARGE_LIFETIME_MS)
    .where('expires_at', '<=', now);
}

/** Loans that can be charged once such requests are off them, whatever else they have left. */
function released(connection: Connection<LendingSchema>, filter: ChargeableFilter) {
  const { invitedBy, now } = filter;
  return connection
    .selectFrom('applications as loan')
    .innerJoin(
      overdue(connection, filter)
        .select(['application_id', sql<number>`sum(consumer_charge_amount_cents)`.as('cents')])
        .groupBy('application_id')
        .as('over'),
      (join) => join.onRef('over.application_id', '=', 'loan.id'),
    )
    .where('loan.status', '=', 'Approved: Accepted')
    .where('loan.account_status', '=', 'Active')
    .where('loan.purchase_window_ends_at', '>', now)
    .$if(invitedBy !== undefined, (rows) => rows.where('loan.invited_by', '=', invitedBy ?? ''))
    .where(sql<boolean>`${columns.available_spend} + over.cents > 0`);
}

function chargeable(
  connection: Connection<LendingSchema>,
  { sponsorId, merchantId, invitedBy, now }: ChargeableFilter,
) {
  return connection
    .selectFrom('applications')
    .where('sponsor_id', '=', sponsorId)
    .where('merchant_id', '=', merchantId)
    .$if(invitedBy !== undefined, (rows) => rows.where('invited_by', '=', invitedBy ?? ''))
    .where(sql<boolean>`chargeable_until > ${now}`);
}
