import { type ChargeableLoan, eligibility } from '../eligibility.ts';

export interface ChargePrerequisites extends ChargeableLoan {
  /** The merchant has an account whose micro-deposits were verified. */
  has_active_bank_account: boolean;
}

type MissingPrerequisite = 'merchant_not_active' | 'loan_not_chargeable' | 'bank_account';

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

/** Why a charge request was canceled. */
export type CancelReason =
  | MissingPrerequisite
  | 'account_cancelled'
  | 'final_charge'
  | 'loan_suspended'
  | 'window_over';

const stored: ReadonlySet<string> = new Set<CancelReason>([
  'account_cancelled',
  'bank_account',
  'final_charge',
  'loan_not_chargeable',
  'loan_suspended',
  'merchant_not_active',
]);

/** The reason of a canceled request as it is stored: the end of the purchase window leaves none. */
export function cancelReasonOf(reason: string | null): CancelReason {
  return reason !== null && isStored(reason) ? reason : 'window_over';
}

function isStored(reason: string): reason is CancelReason {
  return stored.has(reason);
}
