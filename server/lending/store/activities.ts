import type { ExpressionBuilder, Transaction } from 'kysely';
import type { Connection } from '../../platform/database/database.ts';
import type {
  ApplicationTable,
  ChargeRequestTable,
  LendingSchema,
  TransactionTable,
} from './schema.ts';

const LOAN_NUMBER_LENGTH = 10;

export interface ActivityFilter {
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

/** A charge request, what became of its charge, and the loan it is for. */
export type ActivityRow = ChargeRequestTable &
  Pick<
    ApplicationTable,
    'consumer_application_human_readable_id' | 'first_name' | 'last_name' | 'selected_terms'
  > & { transaction_status: TransactionTable['status'] | null };

/** One page, newest first. */
export function listActivity(
  connection: Connection<LendingSchema>,
  filter: ActivityFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<ActivityRow[]> {
  return connection
    .selectFrom('charge_requests as charge')
    .innerJoin('applications as loan', 'loan.id', 'charge.application_id')
    .leftJoin('transactions as done', 'done.id', 'charge.id')
    .selectAll('charge')
    .select([
      'loan.consumer_application_human_readable_id',
      'loan.first_name',
      'loan.last_name',
      'loan.selected_terms',
      'done.status as transaction_status',
    ])
    .where((row) => matches(row, filter))
    .where((row) => isOfLoan(row, filter))
    .orderBy('charge.requested_at', 'desc')
    .orderBy('charge.id')
    .limit(limit)
    .offset(offset)
    .execute();
}

/** Counts a new charge request in, in the transaction that adds it. */
export async function noteActivity(
  tx: Transaction<LendingSchema>,
  { sponsor_id, merchant_id, invited_by }: ChargeRequestTable,
): Promise<void> {
  await tx
    .insertInto('activity_counts')
    .values({ sponsor_id, merchant_id, invited_by, count: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['sponsor_id', 'merchant_id', 'invited_by'])
        .doUpdateSet((row) => ({ count: row('activity_counts.count', '+', 1) })),
    )
    .execute();
}

export function countActivity(
  connection: Connection<LendingSchema>,
  filter: ActivityFilter,
): Promise<number> {
  const { from, until, loanNumber } = filter;
  const isWhole = from === undefined && until === undefined && loanNumber === undefined;
  return isWhole ? knownCount(connection, filter) : countMatches(connection, filter);
}

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
  const { count } = await connection
    .selectFrom('charge_requests as charge')
    .select((row) => row.fn.countAll().as('count'))
    .where((row) => matches(row, filter))
    .$if(filter.loanNumber !== undefined, (rows) =>
      rows
        .innerJoin('applications as loan', 'loan.id', 'charge.application_id')
        .where((row) => isOfLoan(row, filter)),
    )
    .executeTakeFirstOrThrow();
  return Number(count);
}

interface Joined extends LendingSchema {
  charge: ChargeRequestTable;
  loan: ApplicationTable;
}

/** By columns of the charge alone, so that an index can answer. */
function matches(row: ExpressionBuilder<Joined, 'charge'>, filter: ActivityFilter) {
  const { invitedBy, from, until } = filter;
  return row.and([
    row('charge.sponsor_id', '=', filter.sponsorId),
    row('charge.merchant_id', '=', filter.merchantId),
    ...(invitedBy === undefined ? [] : [row('charge.invited_by', '=', invitedBy)]),
    ...(from === undefined ? [] : [row('charge.requested_at', '>=', from)]),
    ...(until === undefined ? [] : [row('charge.requested_at', '<', until)]),
  ]);
}

/** Part of a loan number is looked for among all of them, a whole one has an index. */
function isOfLoan(row: ExpressionBuilder<Joined, 'loan'>, { loanNumber }: ActivityFilter) {
  const column = 'loan.consumer_application_human_readable_id';
  if (loanNumber === undefined) return row.and([]);
  return loanNumber.length === LOAN_NUMBER_LENGTH
    ? row(column, '=', loanNumber)
    : row(column, 'like', `%${loanNumber}%`);
}
