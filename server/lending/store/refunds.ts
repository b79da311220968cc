import type { Transaction } from 'kysely';
import type { Connection } from '../../platform/database/database.ts';
import { REFUND } from '../domain/funding/transaction-items.ts';
import type {
  ApplicationTable,
  ChargeRequestTable,
  LendingSchema,
  RefundRequestTable,
  TransactionTable,
} from './schema.ts';

type LendingConnection = Connection<LendingSchema>;

export async function insertRefundRequest(
  tx: Transaction<LendingSchema>,
  refund: RefundRequestTable,
): Promise<void> {
  await tx.insertInto('refund_requests').values(refund).execute();
}

export function findRefundRequest(
  connection: LendingConnection,
  sponsorId: string,
  id: string,
): Promise<RefundRequestTable | undefined> {
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
  { sponsor_id, application_id, charge_request_id }: TransactionTable,
): Promise<TransactionTable[]> {
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
export type NumberedTransaction = TransactionTable & Pick<ChargeRequestTable, 'payment_request_id'>;

/** All of one loan, newest first. */
export function listNumberedTransactions(
  connection: LendingConnection,
  { id, sponsor_id }: Pick<ApplicationTable, 'id' | 'sponsor_id'>,
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
