import type { MissingPrerequisite } from './charge-prerequisites.ts';

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
