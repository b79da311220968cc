import type { NotNull } from 'kysely';
import type { Connection } from '../../platform/database/database.ts';
import type { BankAccountTable, LendingSchema, MerchantTable } from './schema.ts';

/** A merchant with what its list shows of its bank account and its products. */
export type ListedMerchant = MerchantTable & {
  bank_account_status: BankAccountTable['status'] | null;
  micro_deposits_expire_at: number | null;
  selected_products_count: number;
};

/** The sponsor's merchants, the newest first. */
export function listMerchants(
  connection: Connection<LendingSchema>,
  sponsorId: string,
): Promise<ListedMerchant[]> {
  return connection
    .selectFrom('merchants as merchant')
    .leftJoin('bank_accounts as account', (join) =>
      join
        .onRef('account.merchant_id', '=', 'merchant.id')
        .onRef('account.sponsor_id', '=', 'merchant.sponsor_id')
        .on('account.status', '<>', 'Replaced'),
    )
    .selectAll('merchant')
    .select((row) => [
      'account.status as bank_account_status',
      'account.micro_deposits_expire_at',
      row
        .selectFrom('selected_products as product')
        .select((product) => product.fn.countAll<number>().as('count'))
        .whereRef('product.sponsor_id', '=', 'merchant.sponsor_id')
        .whereRef('product.merchant_id', '=', 'merchant.id')
        .as('selected_products_count'),
    ])
    .where('merchant.sponsor_id', '=', sponsorId)
    .$narrowType<{ selected_products_count: NotNull }>()
    .orderBy('merchant.created_at', 'desc')
    .orderBy('merchant.id')
    .execute();
}
