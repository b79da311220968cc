import type { Merchant } from '../../../lending-api/merchants.ts';
import type { LendingContext, Sponsor } from '../../context.ts';
import { listMerchants as listRows } from '../../store/merchant-list.ts';
import { merchantRecord } from './merchant-record.ts';

/** The sponsor's merchants, the newest first. */
export async function listMerchants(
  { database, clock }: LendingContext,
  sponsor: Sponsor,
): Promise<Merchant[]> {
  const now = clock.now(sponsor.id);
  const rows = await listRows(database.query, sponsor.id);
  return rows.map(({ bank_account_status, micro_deposits_expire_at, ...row }) => {
    const account =
      bank_account_status === null || micro_deposits_expire_at === null
        ? undefined
        : { status: bank_account_status, micro_deposits_expire_at };
    const facts = { account, selectedProductsCount: row.selected_products_count };
    return merchantRecord(row, facts, now);
  });
}
