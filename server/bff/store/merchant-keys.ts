import type { Selectable, Transaction } from 'kysely';
import { type Connection, insertedRows } from '../../platform/database/database.ts';
import type { BffSchema, MerchantKeyTable } from './schema.ts';

/** Which key it is: of which merchant, for which operation. */
export type MerchantKeyName = Pick<MerchantKeyTable, 'merchant' | 'operation' | 'key_digest'>;

export async function findMerchantKey(
  db: Connection<BffSchema>,
  { merchant, operation, key_digest }: MerchantKeyName,
): Promise<Selectable<MerchantKeyTable> | undefined> {
  return db
    .selectFrom('merchant_keys')
    .selectAll()
    .where('merchant', '=', merchant)
    .where('operation', '=', operation)
    .where('key_digest', '=', key_digest)
    .executeTakeFirst();
}

/** @returns false when the key was used before */
export async function addMerchantKey(
  tx: Transaction<BffSchema>,
  row: MerchantKeyTable,
): Promise<boolean> {
  const inserted = await tx
    .insertInto('merchant_keys')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return insertedRows(inserted) === 1;
}

/** Notes which charge a key is for; one that came to nothing may have given way to another. */
export async function saveMerchantKey(
  tx: Transaction<BffSchema>,
  row: MerchantKeyTable,
): Promise<void> {
  await tx
    .insertInto('merchant_keys')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['merchant', 'operation', 'key_digest'])
        .doUpdateSet({ charge_id: row.charge_id }),
    )
    .execute();
}
