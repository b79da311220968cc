import { dayMs } from '../../../platform/durations.ts';

const WINDOW_MS = 30 * dayMs;
const LOANS_THAT_STACK = 2;

/** A loan of the same person with the same sponsor. */
export interface OwnLoan {
  accepted_at: number;
  is_open: boolean;
}

/**
 * Whether another loan would be one too many (lending decisions, 2.10): two open loans accepted in
 * the last 30 days. Times are epoch ms.
 */
export function stacksOwnLoans(loans: readonly OwnLoan[], now: number): boolean {
  const counted = loans.filter((loan) => loan.is_open && now - loan.accepted_at < WINDOW_MS);
  return counted.length >= LOANS_THAT_STACK;
}
