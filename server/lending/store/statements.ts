import type { Connection } from '../../platform/database/database.ts';
import { hourMs } from '../../platform/durations.ts';
import { REFUND, type Split } from '../domain/funding/transaction-items.ts';
import {
  entryKindOf,
  leftOf,
  type StatementEntryKind,
  type StatementMonth,
  type StatementTotals,
  statementMonth,
  totalsOf,
} from '../domain/statements.ts';
import { timerKinds } from '../work-kinds.ts';
import type { ApplicationRow } from './schema/applications.ts';
import type { StatementEntryRow, TransactionRow } from './schema/funding.ts';
import type { LendingSchema } from './schema.ts';
import { findTransaction, listRefundsOf } from './transactions.ts';

/**
 * Puts a charge or refund that has just moved on the statement of its month, when it settled or
 * came back after that. Its loan is locked, so that it is posted once.
 * @param before its status until now; undefined for one that is posted later than it moved
 */
export async function postToStatement(
  connection: Connection<LendingSchema>,
  transaction: TransactionRow,
  before?: TransactionRow['status'],
): Promise<void> {
  const kind = entryKindOf(transaction);
  const entry = kind
    ? await newEntry(connection, transaction, kind)
    : await lateReturn(connection, transaction, before);
  // A charge that was refunded in full has nothing left to come back.
  if (entry && entry.consumer_charge_amount_cents > 0) await addStatementEntry(connection, entry);
}

async function newEntry(
  connection: Connection<LendingSchema>,
  transaction: TransactionRow,
  kind: StatementEntryKind,
): Promise<StatementEntryRow> {
  if (kind === 'return') {
    const split = leftOf(transaction, await standingRefundsOf(connection, transaction));
    return { ...entryOf(transaction, kind, transaction.status_at), ...split };
  }
  const created_at = await createdAt(connection, transaction);
  return { ...entryOf(transaction, kind, transaction.settled_at ?? 0), created_at };
}

/** The part of a charge that came back which was left to a refund on its way, when that has failed. */
async function lateReturn(
  connection: Connection<LendingSchema>,
  refund: TransactionRow,
  before: TransactionRow['status'] | undefined,
): Promise<StatementEntryRow | undefined> {
  const { transaction_description, status, sponsor_id, charge_request_id, status_at } = refund;
  const hasFailed = status === 'Failed' && before !== undefined && onItsWay.has(before);
  if (transaction_description !== REFUND || !hasFailed) return undefined;
  const charge = await findTransaction(connection, sponsor_id, charge_request_id);
  if (!charge || entryKindOf(charge) !== 'return') return undefined;
  const description = charge.transaction_description;
  return { ...entryOf(refund, 'return', status_at), transaction_description: description };
}

function entryOf(
  transaction: TransactionRow,
  kind: StatementEntryKind,
  at: number,
): StatementEntryRow {
  return {
    ...partsOf(transaction),
    transaction_id: transaction.id,
    kind,
    sponsor_id: transaction.sponsor_id,
    merchant_id: transaction.merchant_id,
    application_id: transaction.application_id,
    invited_by: transaction.invited_by,
    charge_request_id: transaction.charge_request_id,
    transaction_description: transaction.transaction_description,
    month: statementMonth(at),
    created_at: at,
    settled_at: at,
  };
}

function partsOf(transaction: TransactionRow) {
  const {
    consumer_charge_amount_cents,
    net_to_merchant_amount_cents,
    net_platform_fee_cents,
    net_to_sponsor_amount_cents,
  } = transaction;
  return {
    consumer_charge_amount_cents,
    net_to_merchant_amount_cents,
    net_platform_fee_cents,
    net_to_sponsor_amount_cents,
  };
}

/** When the transaction's legs were made, as its own record says. */
async function createdAt(
  connection: Connection<LendingSchema>,
  { id, requested_at }: TransactionRow,
): Promise<number> {
  const item = await connection
    .selectFrom('transaction_items')
    .select('created_at')
    .where('transaction_id', '=', id)
    .limit(1)
    .executeTakeFirst();
  return item?.created_at ?? requested_at;
}

/** Puts an entry on the statement of its month. */
async function addStatementEntry(
  connection: Connection<LendingSchema>,
  entry: StatementEntryRow,
): Promise<void> {
  await connection.insertInto('statement_entries').values(entry).execute();
  const { sponsor_id, merchant_id, month, invited_by } = entry;
  const added = totalsOf(entry);
  await connection
    .insertInto('statement_totals')
    .values({ sponsor_id, merchant_id, month, invited_by, ...added })
    .onConflict((conflict) =>
      conflict.columns(['sponsor_id', 'merchant_id', 'month', 'invited_by']).doUpdateSet((row) => ({
        transaction_count: row('statement_totals.transaction_count', '+', added.transaction_count),
        consumer_charges_cents: row(
          'statement_totals.consumer_charges_cents',
          '+',
          added.consumer_charges_cents,
        ),
        consumer_refunds_cents: row(
          'statement_totals.consumer_refunds_cents',
          '+',
          added.consumer_refunds_cents,
        ),
        merchant_fees_cents: row(
          'statement_totals.merchant_fees_cents',
          '+',
          added.merchant_fees_cents,
        ),
        fee_credits_cents: row('statement_totals.fee_credits_cents', '+', added.fee_credits_cents),
      })),
    )
    .execute();
}

/** Statuses of a refund that is at the processor. */
const onItsWay: ReadonlySet<TransactionRow['status']> = new Set(['Submitted', 'Successful']);

/** What the refunds of a charge have moved, or move unless they fail. */
async function standingRefundsOf(
  connection: Connection<LendingSchema>,
  charge: TransactionRow,
): Promise<Split> {
  const refunds = await listRefundsOf(connection, charge);
  const standing = refunds.filter(({ status }) => status === 'Transferred' || onItsWay.has(status));
  const sum = (part: keyof Split) => standing.reduce((cents, refund) => cents + refund[part], 0);
  return {
    consumer_charge_amount_cents: sum('consumer_charge_amount_cents'),
    net_to_merchant_amount_cents: sum('net_to_merchant_amount_cents'),
    net_platform_fee_cents: sum('net_platform_fee_cents'),
    net_to_sponsor_amount_cents: sum('net_to_sponsor_amount_cents'),
  };
}

/** Whose statements: a merchant's, or what of them one user's consumers brought. */
export interface StatementScope {
  sponsorId: string;
  merchantId: string;
  invitedBy: string | undefined;
}

/** What puts entries on statements, once it has run. */
const postings = [
  timerKinds.chargeSubmission,
  timerKinds.chargeSettlement,
  timerKinds.refundSubmission,
  timerKinds.refundSettlement,
];

const settlements = [timerKinds.chargeSettlement, timerKinds.refundSettlement];

/** The runner repeats what failed within minutes. */
const repeatedWithinMs = hourMs;

/**
 * The month of the first of a sponsor's postings that are due, if any is. A settlement that failed
 * and is repeated later is still due in its own month.
 */
export async function firstDueMonth(
  connection: Connection<LendingSchema>,
  sponsorId: string,
  now: number,
): Promise<StatementMonth | undefined> {
  const first = await connection
    .selectFrom('due_work')
    .select('due_at')
    .where('scope', '=', sponsorId)
    .where('due_at', '<=', now)
    .where('kind', 'in', postings)
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst();
  const failed = await connection
    .selectFrom('due_work as work')
    .innerJoin('transactions as unsettled', 'unsettled.id', 'work.key')
    .select((row) => row.fn.min('unsettled.expected_settlement_date').as('date'))
    .where('work.scope', '=', sponsorId)
    .where('work.due_at', '<=', now + repeatedWithinMs)
    .where('work.kind', 'in', settlements)
    .where('work.attempts', '>', 0)
    .executeTakeFirst();
  const months = [first && statementMonth(first.due_at), failed?.date?.slice(0, 7)];
  return months.filter((month) => month !== undefined).sort()[0];
}

/** By month, months without an entry left out. */
export async function statementTotals(
  connection: Connection<LendingSchema>,
  { sponsorId, merchantId, invitedBy }: StatementScope,
): Promise<Map<StatementMonth, StatementTotals>> {
  const rows = await connection
    .selectFrom('statement_totals')
    .select((row) => [
      'month',
      row.fn.sum('transaction_count').as('transaction_count'),
      row.fn.sum('consumer_charges_cents').as('consumer_charges_cents'),
      row.fn.sum('consumer_refunds_cents').as('consumer_refunds_cents'),
      row.fn.sum('merchant_fees_cents').as('merchant_fees_cents'),
      row.fn.sum('fee_credits_cents').as('fee_credits_cents'),
    ])
    .where('sponsor_id', '=', sponsorId)
    .where('merchant_id', '=', merchantId)
    .$if(invitedBy !== undefined, (all) => all.where('invited_by', '=', invitedBy ?? ''))
    .groupBy('month')
    .execute();
  return new Map(
    rows.map(({ month, ...sums }) => [
      month,
      {
        transaction_count: Number(sums.transaction_count),
        consumer_charges_cents: Number(sums.consumer_charges_cents),
        consumer_refunds_cents: Number(sums.consumer_refunds_cents),
        merchant_fees_cents: Number(sums.merchant_fees_cents),
        fee_credits_cents: Number(sums.fee_credits_cents),
      },
    ]),
  );
}

/** An entry with the number of the loan it is of. */
export type StatementEntry = StatementEntryRow &
  Pick<ApplicationRow, 'consumer_application_human_readable_id'>;

/** The entries of a month in the order in which the money moved. */
export function listStatementEntries(
  connection: Connection<LendingSchema>,
  { sponsorId, merchantId, invitedBy }: StatementScope,
  month: StatementMonth,
): Promise<StatementEntry[]> {
  return connection
    .selectFrom('statement_entries as entry')
    .innerJoin('applications as loan', 'loan.id', 'entry.application_id')
    .selectAll('entry')
    .select('loan.consumer_application_human_readable_id')
    .where('entry.sponsor_id', '=', sponsorId)
    .where('entry.merchant_id', '=', merchantId)
    .where('entry.month', '=', month)
    .$if(invitedBy !== undefined, (rows) => rows.where('entry.invited_by', '=', invitedBy ?? ''))
    .orderBy('entry.settled_at')
    .orderBy('entry.transaction_id')
    .orderBy('entry.kind')
    .execute();
}
