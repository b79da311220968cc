import type { Transaction } from 'kysely';
import { type Connection, insertedRows } from '../../platform/database/database.ts';
import type { ApplicationTable, LendingSchema } from './schema.ts';
import type { AccountCancellationTable, CreditLineIncreaseTable } from './schema/accounts.ts';

export function findCreditLineIncrease(
  connection: Connection<LendingSchema>,
  { id, sponsor_id }: Pick<ApplicationTable, 'id' | 'sponsor_id'>,
): Promise<CreditLineIncreaseTable | undefined> {
  return connection
    .selectFrom('credit_line_increases')
    .selectAll()
    .where('sponsor_id', '=', sponsor_id)
    .where('application_id', '=', id)
    .executeTakeFirst();
}

/** False when the account has had its one increase. */
export async function insertCreditLineIncrease(
  tx: Transaction<LendingSchema>,
  increase: CreditLineIncreaseTable,
): Promise<boolean> {
  const result = await tx
    .insertInto('credit_line_increases')
    .values(increase)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return insertedRows(result) === 1;
}

export async function insertCancellation(
  tx: Transaction<LendingSchema>,
  cancellation: AccountCancellationTable,
): Promise<void> {
  await tx.insertInto('account_cancellations').values(cancellation).execute();
}
