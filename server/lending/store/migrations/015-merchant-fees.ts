import type { Kysely } from 'kysely';
import type { LendingSchema } from '../schema.ts';

/** Fees of the rate sheet that every loan was made by until now, by product_id. */
const feePercents = {
  '5d0c1f70-3b52-4b1e-9c35-0e6c4a1f6001': '0.00',
  '5d0c1f70-3b52-4b1e-9c35-0e6c4a1f6002': '6.00',
  '5d0c1f70-3b52-4b1e-9c35-0e6c4a1f6003': '5.50',
  '5d0c1f70-3b52-4b1e-9c35-0e6c4a1f6004': '9.00',
  '5d0c1f70-3b52-4b1e-9c35-0e6c4a1f6005': '7.50',
  '5d0c1f70-3b52-4b1e-9c35-0e6c4a1f6006': '2.00',
} as const;

/** The merchant's fee stays with the loan: a product may have another one later. */
export async function createMerchantFees(db: Kysely<LendingSchema>): Promise<void> {
  await db.schema.alterTable('applications').addColumn('merchant_fee_percent', 'text').execute();
  for (const [productId, merchant_fee_percent] of Object.entries(feePercents)) {
    await db
      .updateTable('applications')
      .set({ merchant_fee_percent })
      .where('selected_terms', 'like', `%"product_id":"${productId}"%`)
      .execute();
  }
}
