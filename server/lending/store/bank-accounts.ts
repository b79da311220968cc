import type { Transaction } from 'kysely';
import type { FieldSealer } from '../../platform/crypto/sealed-fields.ts';
import type { Connection } from '../../platform/database/database.ts';
import type { BankAccountRow } from './schema/merchants.ts';
import type { LendingSchema } from './schema.ts';

/** The merchant's account in use: whichever is not Replaced. */
export function findBankAccount(
  connection: Connection<LendingSchema>,
  sponsorId: string,
  merchantId: string,
): Promise<BankAccountRow | undefined> {
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
  account: BankAccountRow,
): Promise<void> {
  await tx.insertInto('bank_accounts').values(account).execute();
}

/**
 * Changes the account if it is still in the status that the caller decided by: in the same one of its
 * verifications, too.
 */
export async function updateBankAccount(
  tx: Transaction<LendingSchema>,
  {
    id,
    sponsor_id,
    status,
    initiations,
  }: Pick<BankAccountRow, 'id' | 'sponsor_id' | 'status' | 'initiations'>,
  change: Partial<Omit<BankAccountRow, 'id' | 'sponsor_id' | 'merchant_id'>>,
): Promise<boolean> {
  const result = await tx
    .updateTable('bank_accounts')
    .set(change)
    .where((row) => row.and({ id, sponsor_id, status, initiations }))
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

export function findBankAccountById(
  connection: Connection<LendingSchema>,
  sponsorId: string,
  id: string,
): Promise<BankAccountRow | undefined> {
  return connection
    .selectFrom('bank_accounts')
    .selectAll()
    .where('sponsor_id', '=', sponsorId)
    .where('id', '=', id)
    .executeTakeFirst();
}

type AccountKey = Pick<BankAccountRow, 'id' | 'sponsor_id'>;

/** What of a bank account is stored sealed. */
interface BankAccountSecrets {
  ach_account_number: string;
  /** 1 to 99 each; empty before they are sent. */
  micro_deposits_cents: readonly number[];
}

export function sealBankAccount(
  sealer: FieldSealer,
  key: AccountKey,
  { ach_account_number, micro_deposits_cents }: BankAccountSecrets,
): Pick<
  BankAccountRow,
  | 'ach_account_number_sealed'
  | 'ach_account_number_index'
  | 'ach_account_last4'
  | 'micro_deposits_sealed'
> {
  return {
    ach_account_number_sealed: sealer.seal(ach_account_number, place(key, 'ach_account_number')),
    ach_account_number_index: sealer.index(ach_account_number, 'ach_account_number'),
    // Stored and shown in clear: of a short number fewer digits, never the whole of it.
    ach_account_last4: ach_account_number.slice(1).slice(-4),
    ...sealMicroDeposits(sealer, key, micro_deposits_cents),
  };
}

export function sealMicroDeposits(
  sealer: FieldSealer,
  key: AccountKey,
  cents: readonly number[],
): Pick<BankAccountRow, 'micro_deposits_sealed'> {
  const sealed = sealer.seal(JSON.stringify(cents), place(key, 'micro_deposits'));
  return { micro_deposits_sealed: sealed };
}

export function openAccountNumber(sealer: FieldSealer, account: BankAccountRow): string {
  return sealer.open(account.ach_account_number_sealed, place(account, 'ach_account_number'));
}

export function openMicroDeposits(sealer: FieldSealer, account: BankAccountRow): number[] {
  return JSON.parse(sealer.open(account.micro_deposits_sealed, place(account, 'micro_deposits')));
}

function place({ sponsor_id, id }: AccountKey, column: string): string {
  return `${sponsor_id}|bank_accounts|${column}|${id}`;
}
