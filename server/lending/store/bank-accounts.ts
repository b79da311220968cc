import type { Transaction } from 'kysely';
import type { Connection } from '../../platform/database/database.ts';
import type { BankAccountStatus } from '../domain/states/bank-account.ts';
import type { BankAccountTable, LendingSchema } from './schema.ts';

/** The merchant's account in use: whichever is not Replaced. */
export function findBankAccount(
  connection: Connection<LendingSchema>,
  sponsorId: string,
  merchantId: string,
): Promise<BankAccountTable | undefined> {
  return connection
    .selectFrom('bank_accounts')
    .selectAll()
    .where('sponsor_id', '=', sponsorId)
    .where('merchant_id', '=', merchantId)
    .where('status', '<>', 'Replaced')
    .executeTakeFirst();
}

export async function insertBankAccount(
  tx: Transaction<LendingSchema>,
  account: BankAccountTable,
): Promise<void> {
  await tx.insertInto('bank_accounts').values(account).execute();
}

/** Changes the account if it is still in the status that the caller decided by. */
export async function updateBankAccount(
  tx: Transaction<LendingSchema>,
  { id, sponsor_id, status }: Pick<BankAccountTable, 'id' | 'sponsor_id' | 'status'>,
  change: Partial<Omit<BankAccountTable, 'id' | 'sponsor_id' | 'merchant_id'>>,
): Promise<boolean> {
  const result = await tx
    .updateTable('bank_accounts')
    .set(change)
    .where((row) => row.and({ id, sponsor_id, status }))
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

export function findBankAccountById(
  connection: Connection<LendingSchema>,
  sponsorId: string,
  id: string,
): Promise<BankAccountTable | undefined> {
  return connection
    .selectFrom('bank_accounts')
    .selectAll()
    .where('sponsor_id', '=', sponsorId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Only the state machine's states are ever written. */
export function storedStatus(account: Pick<BankAccountTable, 'status'>): BankAccountStatus {
  return account.status as BankAccountStatus;
}
