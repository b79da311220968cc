import type { Connection } from '../../platform/database/database.ts';
import {
  entryKindOf,
  leftOf,
  type StatementEntryKind,
  statementMonth,
} from '../domain/statements.ts';
import type { LendingSchema, StatementEntryTable, TransactionTable } from './schema.ts';
import { addStatementEntry, settledRefundsOf } from './statements.ts';

/**
 * Puts a charge or refund that has just moved on the statement of its month, when it settled or
 * came back after that. Its loan is locked, so that it is posted once.
 */
export async function postToStatement(
  connection: Connection<LendingSchema>,
  transaction: TransactionTable,
): Promise<void> {
  const kind = entryKindOf(transaction);
  if (!kind) return;
  const entry = await newEntry(connection, transaction, kind);
  // A charge that was refunded in full has nothing left to come back.
  if (entry.consumer_charge_amount_cents > 0) await addStatementEntry(connection, entry);
}

async function newEntry(
  connection: Connection<LendingSchema>,
  transaction: TransactionTable,
  kind: StatementEntryKind,
): Promise<StatementEntryTable> {
  const isReturn = kind === 'return';
  const settled_at = isReturn ? transaction.status_at : (transaction.settled_at ?? 0);
  const split = isReturn
    ? leftOf(transaction, await settledRefundsOf(connection, transaction))
    : partsOf(transaction);
  return {
    ...split,
    transaction_id: transaction.id,
    kind,
    sponsor_id: transaction.sponsor_id,
    merchant_id: transaction.merchant_id,
    application_id: transaction.application_id,
    invited_by: transaction.invited_by,
    charge_request_id: transaction.charge_request_id,
    transaction_description: transaction.transaction_description,
    month: statementMonth(settled_at),
    created_at: isReturn ? settled_at : await createdAt(connection, transaction),
    settled_at,
  };
}

function partsOf(transaction: TransactionTable) {
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
  { id, requested_at }: TransactionTable,
): Promise<number> {
  const item = await connection
    .selectFrom('transaction_items')
    .select('created_at')
    .where('transaction_id', '=', id)
    .limit(1)
    .executeTakeFirst();
  return item?.created_at ?? requested_at;
}
