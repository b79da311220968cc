import type { PaymentRequestStatus, TransactionStatus } from '../../../lending-api/statuses.ts';
import { hourMs } from '../../../platform/durations.ts';
import { chargeRequestMachine } from '../states/charge-request.ts';
import { transition } from '../states/state-machine.ts';

/** A charge request lives 48 hours without approval (Sponsor Lending API, limits). */
export const CHARGE_LIFETIME_MS = 48 * hourMs;

interface Deadlines {
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

/** What has become of an approved charge, as its consumer is told. */
export type ChargePayment =
  | 'being_paid'
  | 'paid'
  | 'partly_refunded'
  | 'refunded'
  | 'failed'
  /** It was paid and came back. */
  | 'returned';

interface PaidCharge {
  readonly status: TransactionStatus;
  readonly consumer_charge_amount_cents: number;
  /** Epoch ms. */
  readonly settled_at: number | null;
}

const payments = {
  Pending: 'being_paid',
  Submitted: 'being_paid',
  Successful: 'being_paid',
  Transferred: 'paid',
  Failed: 'failed',
  // What the lender takes out before it is paid is not charged either.
  Excluded: 'failed',
  Reversed: 'refunded',
} as const satisfies Record<TransactionStatus, ChargePayment>;

/** @param refundedCents what was given back and has settled */
export function chargePayment(charge: PaidCharge, refundedCents: number): ChargePayment {
  const payment = payments[charge.status];
  if (charge.status === 'Reversed' && charge.settled_at !== null) return 'returned';
  if (payment !== 'paid' || refundedCents === 0) return payment;
  return refundedCents < charge.consumer_charge_amount_cents ? 'partly_refunded' : 'refunded';
}
