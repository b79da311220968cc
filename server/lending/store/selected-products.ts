import type { Transaction } from 'kysely';
import type { Connection } from '../../platform/database/database.ts';
import { prepare } from '../../platform/database/prepare.ts';
import type { LendingSchema } from './schema.ts';

export async function selectedProductIds(
  connection: Connection<LendingSchema>,
  sponsorId: string,
  merchantId: string,
): Promise<Set<string>> {
  const { rows } = await selectProductIds(connection, { sponsorId, merchantId });
  return new Set(rows.map((row) => row.product_id));
}

const selectProductIds = prepare(
  (db: Connection<LendingSchema>, args: { sponsorId: string; merchantId: string }) =>
    db
      .selectFrom('selected_products')
      .select('product_id')
      .where('sponsor_id', '=', args.sponsorId)
      .where('merchant_id', '=', args.merchantId),
);

/** Full replacement. */
export async function replaceSelectedProducts(
  tx: Transaction<LendingSchema>,
  sponsorId: string,
  merchantId: string,
  productIds: ReadonlySet<string>,
): Promise<void> {
  await tx
    .deleteFrom('selected_products')
    .where('sponsor_id', '=', sponsorId)
    .where('merchant_id', '=', merchantId)
    .execute();
  if (productIds.size === 0) return;
  await tx
    .insertInto('selected_products')
    .values(
      [...productIds].map((product_id) => ({
        merchant_id: merchantId,
        product_id,
        sponsor_id: sponsorId,
      })),
    )
    .execute();
}
