import type { Merchant } from '../../../lending-api/merchants.ts';
import { bankAccountStatus } from '../../../lending-api/payment-detail.ts';
import { merchantStatus } from '../../../lending-api/statuses.ts';
import { bankAccountStatusAt } from '../../domain/bank-account.ts';
import { merchantStatusAt } from '../../domain/states/merchant.ts';
import { orNull } from '../../domain/or-null.ts';
import { timestamp } from '../../domain/timestamp.ts';
import { storedStatus } from '../../store/bank-accounts.ts';
import type { BankAccountTable, MerchantTable } from '../../store/schema.ts';

/** What of its bank account and products a merchant's record needs. */
export interface MerchantFacts {
  account: Pick<BankAccountTable, 'status' | 'micro_deposits_expire_at'> | undefined;
  selectedProductsCount: number;
}

/** A merchant as the list shows it at a time. */
export function merchantRecord(
  merchant: MerchantTable,
  { account, selectedProductsCount }: MerchantFacts,
  now: number,
): Merchant {
  const status = merchantStatus.parse(merchant.status);
  return {
    platform_merchant_id: merchant.id,
    contractor_id: merchant.contractor_id,
    external_org_id: merchant.external_org_id,
    business_name: merchant.business_name,
    city: merchant.city,
    state: merchant.state,
    zip_code: merchant.zip_code,
    business_phone: merchant.business_phone,
    status: merchantStatusAt({ ...merchant, status }, now),
    bank_account_status: account ? shownStatus(account, now) : null,
    selected_products_count: selectedProductsCount,
    created: timestamp(merchant.created_at),
    activated_at: orNull(merchant.activated_at, timestamp),
  };
}

/** The account in use at a time; one that was replaced is not in use. */
export function shownStatus(
  account: Pick<BankAccountTable, 'status' | 'micro_deposits_expire_at'>,
  now: number,
): Exclude<Merchant['bank_account_status'], null> {
  return bankAccountStatus.parse(
    bankAccountStatusAt({ ...account, status: storedStatus(account) }, now),
  );
}
