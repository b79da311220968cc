import type { MerchantStatus } from '../../../lending-api/statuses.ts';
import type { Connection } from '../../../platform/database/database.ts';
import { missingPrerequisite } from '../../domain/funding/charge-prerequisites.ts';
import { availableSpend } from '../../domain/loan/balances.ts';
import { findBankAccount } from '../../store/bank-accounts.ts';
import { findMerchant } from '../../store/merchants.ts';
import type { ApplicationTable, LendingSchema } from '../../store/schema.ts';

/**
 * What a charge of the loan lacks now, or null. `reservedCents`: set aside for this very charge.
 */
export async function missingFor(
  connection: Connection<LendingSchema>,
  loan: ApplicationTable,
  { now, reservedCents }: { now: number; reservedCents: number },
): Promise<ReturnType<typeof missingPrerequisite>> {
  const merchant = await findMerchant(connection, loan.sponsor_id, loan.merchant_id);
  const account = await findBankAccount(connection, loan.sponsor_id, loan.merchant_id);
  return missingPrerequisite(
    {
      application_status: loan.status,
      account_status: loan.account_status,
      portal_account_status: loan.portal_account_status,
      merchant_status: (merchant?.status ?? 'Closed') as MerchantStatus,
      purchase_window_ends_at: loan.purchase_window_ends_at,
      available_spend_cents: availableSpend(loan) + reservedCents,
      has_active_bank_account: account?.status === 'Verified',
    },
    now,
  );
}
