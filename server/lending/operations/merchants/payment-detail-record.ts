import {
  type PaymentDetailRequest,
  type PaymentDetailResponse,
  bankAccountStatus,
  secCode,
} from '../../../lending-api/payment-detail.ts';
import { bankAccountStatusAt } from '../../domain/bank-account.ts';
import { timestamp } from '../../domain/timestamp.ts';
import { storedStatus } from '../../store/bank-accounts.ts';
import type { BankAccountTable, MerchantTable } from '../../store/schema.ts';

/** The reply echoes what was sent, the account number too; no other answer does. */
export function paymentDetailRecord(
  input: PaymentDetailRequest,
  merchant: MerchantTable,
  account: BankAccountTable,
  now: number,
): PaymentDetailResponse {
  return {
    ...input,
    external_org_id: merchant.external_org_id,
    sec_code: secCode.parse(account.sec_code),
    micro_deposits_amounts: input.micro_deposits_amounts ?? [],
    bank_account_status: bankAccountStatus.parse(
      bankAccountStatusAt({ ...account, status: storedStatus(account) }, now),
    ),
    micro_deposits_expire_at: timestamp(account.micro_deposits_expire_at),
  };
}
