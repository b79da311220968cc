import { type RawBuilder, SqliteAdapter, sql } from 'kysely';
import type { AvailableQuery } from '../../lending-api/available-transactions.ts';
import type { Connection } from '../../platform/database/database.ts';
import type { ApplicationTable, LendingSchema } from './schema.ts';

export interface ChargeableFilter {
  sponsorId: string;
  merchantId: string;
  /** Only loans of this user's own consumers. */
  invitedBy?: string | undefined;
  /** Epoch milliseconds: the purchase window is open then. */
  now: number;
}

type Ordering = NonNullable<AvailableQuery['ordering']>;

/** What a loan has left, as the domain's `availableSpend()` has it. */
const availableSpend = sql<number>`credit_limit_cents - amount_spent_cents - pending_charge_amount_cents - unrestored_spend_cents`;

const columns: Readonly<
  Record<Exclude<Ordering['field'], 'product_name'> | 'accepted_at', RawBuilder<unknown>>
> = {
  accepted_at: sql.ref('accepted_at'),
  external_application_id: sql.ref('external_application_id'),
  loan_id: sql.ref('loan_id'),
  consumer_application_human_readable_id: sql.ref('consumer_application_human_readable_id'),
  consumer_first_name: sql.ref('first_name'),
  consumer_last_name: sql.ref('last_name'),
  credit_limit: sql.ref('credit_limit_cents'),
  amount_spent: sql.ref('amount_spent_cents'),
  available_spend: availableSpend,
  purchase_window_end_date: sql.ref('purchase_window_ends_at'),
  portal_account_status: sql.ref('portal_account_status'),
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
  { ordering, limit, offset }: { ordering: Ordering | undefined; limit: number; offset: number },
): Promise<ApplicationTable[]> {
  const { field, direction } = ordering ?? {};
  const column =
    field === 'product_name' ? productName(connection) : columns[field ?? 'accepted_at'];
  const page = await chargeable(connection, filter)
    .select('id')
    .orderBy(column, direction ?? 'desc')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute();
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
  return Number(count);
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
