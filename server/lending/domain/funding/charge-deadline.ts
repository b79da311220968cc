import { hourMs } from '../../../platform/durations.ts';
import type { PaymentRequestStatus } from '../../../lending-api/statuses.ts';
import { chargeRequestMachine } from '../states/charge-request.ts';
import { transition } from '../states/state-machine.ts';

/** A charge request lives 48 hours without approval (Sponsor Lending API, limits). */
export const CHARGE_LIFETIME_MS = 48 * hourMs;

export interface Deadlines {
  expires_at: number;
  purchase_window_ends_at: number | null;
}

/** When a pending request ends by itself: at its expiry, or with the purchase window before it. */
export function chargeDeadline({ expires_at, purchase_window_ends_at }: Deadlines): number {
  return Math.min(expires_at, purchase_window_ends_at ?? expires_at);
}

/** How it has ended at an instant, or null while it has not; at the very end it has. */
export function endedBy(deadlines: Deadlines, now: number): 'expired' | 'canceled' | null {
  if (now < chargeDeadline(deadlines)) return null;
  return chargeDeadline(deadlines) === deadlines.expires_at ? 'expired' : 'canceled';
}

/** The status at an instant: a deadline that has passed counts, whether or not its timer has run. */
export function requestStatusAt(
  { status, ...deadlines }: Deadlines & { status: PaymentRequestStatus },
  now: number,
): PaymentRequestStatus {
  const end = status === 'Pending' ? endedBy(deadlines, now) : null;
  return end === null ? status : transition(chargeRequestMachine, status, end);
}
