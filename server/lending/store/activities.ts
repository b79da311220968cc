import type { ExpressionBuilder, Transaction } from 'kysely';
import type { Connection } from '../../platform/database/database.ts';
import { prepareUnread } from '../../platform/database/prepare.ts';
import type { ApplicationRow } from './schema/applications.ts';
import type {
  ActivityCountRow,
  ChargeRequestRow,
  RefundRequestRow,
  TransactionRow,
} from './schema/funding.ts';
import type { LendingSchema } from './schema.ts';

const loanNumberLength = 10;

interface ActivityFilter {
  sponsorId: string;
  merchantId: string;
  /** Only activity of this user's own consumers. */
  invitedBy?: string | undefined;
  /** Requested within [from, until), epoch milliseconds. */
  from?: number | undefined;
  until?: number | undefined;
  /** Digits within the loan number. */
  loanNumber?: string | undefined;
}

/** A charge or refund that was requested. */
export interface RequestedActivity {
  /** The charge's request, also of a refund, with the loan it is for. */
  request: ChargeRequestRow & LoanOfActivity;
  /** What became of the charge, or the refund itself; undefined while a charge is not approved. */
  transaction: TransactionRow | undefined;
}

type LoanOfActivity = Pick<
  ApplicationRow,
  | 'consumer_application_human_readable_id'
  | 'first_name'
  | 'last_name'
  | 'selected_terms'
  | 'merchant_fee_percent'
  | 'purchase_window_ends_at'
>;

/** One page, newest first. */
export async function listActivity(
  connection: Connection<LendingSchema>,
  filter: ActivityFilter,
  page: { limit: number; offset: number },
): Promise<RequestedActivity[]> {
  const asked = await listRequests(connection, filter, page);
  const requests = await requestsById(connection, new Set(asked.map((each) => each.charge)));
  const transactions = await transactionsById(connection, new Set(asked.map(({ id }) => id)));
  return asked.flatMap(({ id, charge }) => {
    const request = requests.get(charge);
    return request ? [{ request, transaction: transactions.get(id) }] : [];
  });
}

/** Both tables in the order of their indexes, so that a page reads no more than its own rows. */
function listRequests(
  connection: Connection<LendingSchema>,
  filter: ActivityFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ id: string; charge: string; requested_at: number }[]> {
  return chargesOf(connection, filter)
    .select(['asked.id as id', 'asked.id as charge', 'asked.requested_at as requested_at'])
    .unionAll(
      refundsOf(connection, filter).select([
        'asked.id as id',
        'asked.charge_request_id as charge',
        'asked.requested_at as requested_at',
      ]),
    )
    .orderBy('requested_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute();
}

async function requestsById(
  connection: Connection<LendingSchema>,
  ids: ReadonlySet<string>,
): Promise<Map<string, RequestedActivity['request']>> {
  if (ids.size === 0) return new Map();
  const rows = await connection
    .selectFrom('charge_requests as charge')
    .innerJoin('applications as loan', 'loan.id', 'charge.application_id')
    .selectAll('charge')
    .select([
      'loan.consumer_application_human_readable_id',
      'loan.first_name',
      'loan.last_name',
      'loan.selected_terms',
      'loan.merchant_fee_percent',
      'loan.purchase_window_ends_at',
    ])
    .where('charge.id', 'in', [...ids])
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

async function transactionsById(
  connection: Connection<LendingSchema>,
  ids: ReadonlySet<string>,
): Promise<Map<string, TransactionRow>> {
  if (ids.size === 0) return new Map();
  const rows = await connection
    .selectFrom('transactions')
    .selectAll()
    .where('id', 'in', [...ids])
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

export function countActivity(
  connection: Connection<LendingSchema>,
  filter: ActivityFilter,
): Promise<number> {
  const { from, until, loanNumber } = filter;
  const isWhole = from === undefined && until === undefined && loanNumber === undefined;
  return isWhole ? knownCount(connection, filter) : countMatches(connection, filter);
}

/** How many charge and refund requests a merchant, or one of its users' consumers, has had. */
async function knownCount(
  connection: Connection<LendingSchema>,
  { sponsorId, merchantId, invitedBy }: ActivityFilter,
): Promise<number> {
  const { count } = await connection
    .selectFrom('activity_counts')
    .select((row) => row.fn.sum('count').as('count'))
    .where('sponsor_id', '=', sponsorId)
    .where('merchant_id', '=', merchantId)
    .$if(invitedBy !== undefined, (rows) => rows.where('invited_by', '=', invitedBy ?? ''))
    .executeTakeFirstOrThrow();
  return Number(count ?? 0);
}

async function countMatches(
  connection: Connection<LendingSchema>,
  filter: ActivityFilter,
): Promise<number> {
  const counts = await chargesOf(connection, filter)
    .select((row) => row.fn.countAll().as('count'))
    .unionAll(refundsOf(connection, filter).select((row) => row.fn.countAll().as('count')))
    .execute();
  return counts.reduce((sum, { count }) => sum + Number(count), 0);
}

type Requested = ChargeRequestRow | RefundRequestRow;

interface Joined extends LendingSchema {
  asked: Requested;
}

function chargesOf(connection: Connection<LendingSchema>, filter: ActivityFilter) {
  return connection
    .selectFrom('charge_requests as asked')
    .where((row) => matches(row, filter))
    .$if(filter.loanNumber !== undefined, (rows) =>
      rows.where('asked.application_id', 'in', loansOf(connection, filter)),
    );
}

function refundsOf(connection: Connection<LendingSchema>, filter: ActivityFilter) {
  return connection
    .selectFrom('refund_requests as asked')
    .where((row) => matches(row, filter))
    .$if(filter.loanNumber !== undefined, (rows) =>
      rows.where('asked.application_id', 'in', loansOf(connection, filter)),
    );
}

/** By columns of the request alone, so that an index can answer: its loan's where the loan is named. */
function matches(row: ExpressionBuilder<Joined, 'asked'>, filter: ActivityFilter) {
  const { invitedBy, from, until, loanNumber } = filter;
  return row.and([
    row('asked.sponsor_id', '=', filter.sponsorId),
    ...(loanNumber === undefined ? [row('asked.merchant_id', '=', filter.merchantId)] : []),
    ...(invitedBy === undefined ? [] : [row('asked.invited_by', '=', invitedBy)]),
    ...(from === undefined ? [] : [row('asked.requested_at', '>=', from)]),
    ...(until === undefined ? [] : [row('asked.requested_at', '<', until)]),
  ]);
}

/** Part of a loan number is looked for among all of them, a whole one has an index. */
function loansOf(
  connection: Connection<LendingSchema>,
  { sponsorId, merchantId, loanNumber = '' }: ActivityFilter,
) {
  const column = 'consumer_application_human_readable_id';
  return connection
    .selectFrom('applications')
    .select('id')
    .where('sponsor_id', '=', sponsorId)
    .where('merchant_id', '=', merchantId)
    .where((row) =>
      loanNumber.length === loanNumberLength
        ? row(column, '=', loanNumber)
        : row(column, 'like', `%${loanNumber}%`),
    );
}

/**
 * Counts a new charge or refund request in, as the last step of the transaction that adds it: all
 * requests of a user's consumers wait for this one row.
 */
export function noteActivity(
  tx: Transaction<LendingSchema>,
  { sponsor_id, merchant_id, invited_by }: Omit<ActivityCountRow, 'count'>,
): Promise<void> {
  return countIn(tx, { sponsor_id, merchant_id, invited_by });
}

const countIn = prepareUnread(
  (db: Connection<LendingSchema>, of: Omit<ActivityCountRow, 'count'>) => {
    const { sponsor_id, merchant_id, invited_by } = of;
    return db
      .insertInto('activity_counts')
      .values({ sponsor_id, merchant_id, invited_by, count: 1 })
      .onConflict((conflict) =>
        conflict
          .columns(['sponsor_id', 'merchant_id', 'invited_by'])
          .doUpdateSet((row) => ({ count: row('activity_counts.count', '+', 1) })),
      );
  },
);
