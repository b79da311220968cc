import type { Database } from '../../platform/database/database.ts';
import type { BffSchema, MerchantsSeenTable } from './schema.ts';

/** Every merchant that was ever listed. */
export async function readMerchantsSeen({
  query,
}: Database<BffSchema>): Promise<readonly MerchantsSeenTable[]> {
  return query.selectFrom('merchants_seen').selectAll().execute();
}

/** Writes those that are new, or are not as they were. */
export async function noteMerchantsSeen(
  { transaction }: Database<BffSchema>,
  seen: readonly MerchantsSeenTable[],
): Promise<void> {
  await transaction(async (tx) => {
    for (const row of seen) {
      await tx
        .insertInto('merchants_seen')
        .values(row)
        .onConflict((conflict) =>
          conflict
            .column('publishable_key')
            .doUpdateSet({ entry: row.entry })
            .where('merchants_seen.entry', '!=', row.entry),
        )
        .execute();
    }
  });
}
