import { type ChargeableLoan, eligibility } from '../eligibility.ts';

export interface ChargePrerequisites extends ChargeableLoan {
  /** The merchant has an account whose micro-deposits were verified. */
  has_active_bank_account: boolean;
}

export type MissingPrerequisite = 'merchant_not_active' | 'loan_not_chargeable' | 'bank_account';

/**
 * What a charge request lacks now (epoch ms), or null (Sponsor Lending API, prerequisites of a
 * charge request). The message is for the sponsor.
 */
export function missingPrerequisite(
  loan: ChargePrerequisites,
  now: number,
): { kind: MissingPrerequisite; message: string } | null {
  if (loan.merchant_status !== 'Active') {
    const message = `The merchant is ${loan.merchant_status}.`;
    return { kind: 'merchant_not_active', message };
  }
  const { is_valid_for_transaction, no_transaction_message } = eligibility(loan, now);
  if (!is_valid_for_transaction) {
    return { kind: 'loan_not_chargeable', message: no_transaction_message };
  }
  if (loan.has_active_bank_account) return null;
  return { kind: 'bank_account', message: 'The merchant has no active bank account.' };
}
