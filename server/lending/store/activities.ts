import type { ExpressionBuilder } from 'kysely';
import type { Connection } from '../../platform/database/database.ts';
import type {
  ApplicationTable,
  ChargeRequestTable,
  LendingSchema,
  TransactionTable,
} from './schema.ts';

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
    .orderBy('charge.requested_at', 'desc')
    .orderBy('charge.id')
    .limit(limit)
    .offset(offset)
    .execute();
}

export async function countActivity(
  connection: Connection<LendingSchema>,
  filter: ActivityFilter,
): Promise<number> {
  const { count } = await connection
    .selectFrom('charge_requests as charge')
    .innerJoin('applications as loan', 'loan.id', 'charge.application_id')
    .select((row) => row.fn.countAll().as('count'))
    .where((row) => matches(row, filter))
    .executeTakeFirstOrThrow();
  return Number(count);
}

interface Joined extends LendingSchema {
  charge: ChargeRequestTable;
  loan: ApplicationTable;
}

function matches(row: ExpressionBuilder<Joined, 'charge' | 'loan'>, filter: ActivityFilter) {
  const { invitedBy, from, until, loanNumber } = filter;
  return row.and([
    row('charge.sponsor_id', '=', filter.sponsorId),
    row('charge.merchant_id', '=', filter.merchantId),
    ...(invitedBy === undefined ? [] : [row('loan.invited_by', '=', invitedBy)]),
    ...(from === undefined ? [] : [row('charge.requested_at', '>=', from)]),
    ...(until === undefined ? [] : [row('charge.requested_at', '<', until)]),
    ...(loanNumber === undefined
      ? []
      : [row('loan.consumer_application_human_readable_id', 'like', `%${loanNumber}%`)]),
  ]);
}
