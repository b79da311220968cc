import type { Connection } from '../../../platform/database/database.ts';
import { missingPrerequisite } from '../../domain/funding/charge-prerequisites.ts';
import { findBankAccount } from '../../store/bank-accounts.ts';
import { findMerchant } from '../../store/merchants.ts';
import type { ApplicationRow } from '../../store/schema/applications.ts';
import type { LendingSchema } from '../../store/schema.ts';
import { chargeableLoan } from '../applications/loan-application-record.ts';

/**
 * What a charge of the loan lacks now, or null. `reservedCents`: set aside for this very charge.
 */
export async function missingFor(
  connection: Connection<LendingSchema>,
  loan: ApplicationRow,
  { now, reservedCents }: { now: number; reservedCents: number },
): Promise<ReturnType<typeof missingPrerequisite>> {
  const merchant = await findMerchant(connection, loan.sponsor_id, loan.merchant_id);
  const account = await findBankAccount(connection, loan.sponsor_id, loan.merchant_id);
  const chargeable = chargeableLoan(loan, merchant);
  return missingPrerequisite(
    {
      ...chargeable,
      available_spend_cents: chargeable.available_spend_cents + reservedCents,
      has_active_bank_account: account?.status === 'Verified',
    },
    now,
  );
}
