import type { Transaction } from 'kysely';
import type { TransactionStatus } from '../../lending-api/statuses.ts';
import type { Connection } from '../../platform/database/database.ts';
import { prepare, prepareByColumns } from '../../platform/database/prepare.ts';
import { REFUND, type TransactionItem } from '../domain/funding/transaction-items.ts';
import type { ApplicationRow } from './schema/applications.ts';
import type {
  ChargeRequestRow,
  RefundRequestRow,
  TransactionItemRow,
  TransactionRow,
} from './schema/funding.ts';
import type { LendingSchema } from './schema.ts';

type LendingConnection = Connection<LendingSchema>;

export async function insertTransaction(
  tx: Transaction<LendingSchema>,
  transaction: TransactionRow,
  items: readonly TransactionItem[],
): Promise<void> {
  await tx.insertInto('transactions').values(transaction).execute();
  await tx
    .insertInto('transaction_items')
    .values(
      items.map((item, position) => ({
        ...item,
        transaction_id: transaction.id,
        position,
        sponsor_id: transaction.sponsor_id,
        created_at: transaction.status_at,
      })),
    )
    .execute();
}

export function findTransaction(
  connection: LendingConnection,
  sponsorId: string,
  id: string,
): Promise<TransactionRow | undefined> {
  return connection
    .selectFrom('transactions')
    .selectAll()
    .where('sponsor_id', '=', sponsorId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Changes a transaction that is still in the status that the caller decided by. */
export async function updateTransaction(
  tx: Transaction<LendingSchema>,
  { id, sponsor_id, status }: Pick<TransactionRow, 'id' | 'sponsor_id' | 'status'>,
  change: { status: TransactionStatus; status_at: number } & Partial<
    Pick<TransactionRow, 'settled_at' | 'expected_settlement_date'>
  >,
): Promise<boolean> {
  const result = await tx
    .updateTable('transactions')
    .set(change)
    .where((row) => row.and({ id, sponsor_id, status }))
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Which transactions: of a merchant, or of one loan. */
interface TransactionFilter {
  sponsorId: string;
  merchantId?: string | undefined;
  applicationId?: string | undefined;
  /** Only those of this user's own consumers. */
  invitedBy?: string | undefined;
  /** Requested within [from, until), epoch milliseconds. */
  from?: number | undefined;
  until?: number | undefined;
}

/** A transaction with its legs and the consumer it is of. */
export interface ListedTransaction {
  transaction: TransactionRow & ConsumerNames;
  items: TransactionItemRow[];
}

type ConsumerNames = Pick<
  ApplicationRow,
  'consumer_application_human_readable_id' | 'first_name' | 'last_name'
>;

/** Newest first. */
export async function listTransactions(
  connection: LendingConnection,
  filter: TransactionFilter,
): Promise<ListedTransaction[]> {
  const transactions = await selectTransactions(connection, filter);
  const items = await listItems(
    connection,
    transactions.map(({ id }) => id),
  );
  return transactions.map((transaction) => ({
    transaction,
    items: items.get(transaction.id) ?? [],
  }));
}

type FilterValues = { [Name in keyof TransactionFilter]-?: NonNullable<TransactionFilter[Name]> };

async function selectTransactions(
  connection: LendingConnection,
  filter: TransactionFilter,
): Promise<(TransactionRow & ConsumerNames)[]> {
  const given = Object.entries(filter).flatMap(([name, value]) =>
    value === undefined ? [] : [name],
  );
  // The statement asks for those values alone that are given.
  const { rows } = await selectTransactionsBy(given)(connection, filter as FilterValues);
  return rows;
}

const selectTransactionsBy = prepareByColumns((given) =>
  prepare((db: LendingConnection, filter: FilterValues) =>
    db
      .selectFrom('transactions as done')
      .innerJoin('applications as loan', 'loan.id', 'done.application_id')
      .selectAll('done')
      .select(['loan.consumer_application_human_readable_id', 'loan.first_name', 'loan.last_name'])
      .where('done.sponsor_id', '=', filter.sponsorId)
      .$if(given.includes('merchantId'), (rows) =>
        rows.where('done.merchant_id', '=', filter.merchantId),
      )
      .$if(given.includes('applicationId'), (rows) =>
        rows.where('done.application_id', '=', filter.applicationId),
      )
      .$if(given.includes('invitedBy'), (rows) =>
        rows.where('done.invited_by', '=', filter.invitedBy),
      )
      .$if(given.includes('from'), (rows) => rows.where('done.requested_at', '>=', filter.from))
      .$if(given.includes('until'), (rows) => rows.where('done.requested_at', '<', filter.until))
      .orderBy('done.requested_at', 'desc')
      .orderBy('done.id'),
  ),
);

/** Both engines take far more parameters in one statement. */
const idsPerStatement = 500;

async function listItems(
  connection: LendingConnection,
  transactionIds: readonly string[],
): Promise<Map<string, TransactionItemRow[]>> {
  const byTransaction = new Map<string, TransactionItemRow[]>();
  for (let start = 0; start < transactionIds.length; start += idsPerStatement) {
    const items = await connection
      .selectFrom('transaction_items')
      .selectAll()
      .where('transaction_id', 'in', transactionIds.slice(start, start + idsPerStatement))
      .orderBy('transaction_id')
      .orderBy('position')
      .execute();
    for (const item of items) {
      const known = byTransaction.get(item.transaction_id);
      if (known) known.push(item);
      else byTransaction.set(item.transaction_id, [item]);
    }
  }
  return byTransaction;
}

export async function insertRefundRequest(
  tx: Transaction<LendingSchema>,
  refund: RefundRequestRow,
): Promise<void> {
  await tx.insertInto('refund_requests').values(refund).execute();
}

export function findRefundRequest(
  connection: LendingConnection,
  sponsorId: string,
  id: string,
): Promise<RefundRequestRow | undefined> {
  return connection
    .selectFrom('refund_requests')
    .selectAll()
    .where('sponsor_id', '=', sponsorId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** The refunds of one charge, whatever became of them. */
export function listRefundsOf(
  connection: LendingConnection,
  { sponsor_id, application_id, charge_request_id }: TransactionRow,
): Promise<TransactionRow[]> {
  return connection
    .selectFrom('transactions')
    .selectAll()
    .where('sponsor_id', '=', sponsor_id)
    .where('application_id', '=', application_id)
    .where('charge_request_id', '=', charge_request_id)
    .where('transaction_description', '=', REFUND)
    .execute();
}

/** A charge or refund of a loan, with its request's number for people. */
export type NumberedTransaction = TransactionRow & Pick<ChargeRequestRow, 'payment_request_id'>;

/** All of one loan, newest first. */
export function listNumberedTransactions(
  connection: LendingConnection,
  { id, sponsor_id }: Pick<ApplicationRow, 'id' | 'sponsor_id'>,
): Promise<NumberedTransaction[]> {
  return connection
    .selectFrom('transactions as done')
    .innerJoin('charge_requests as charge', 'charge.id', 'done.charge_request_id')
    .selectAll('done')
    .select('charge.payment_request_id')
    .where('done.sponsor_id', '=', sponsor_id)
    .where('done.application_id', '=', id)
    .orderBy('done.requested_at', 'desc')
    .orderBy('done.id')
    .execute();
}
