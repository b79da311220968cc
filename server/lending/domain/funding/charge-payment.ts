import type { TransactionStatus } from '../../../lending-api/statuses.ts';

/** What has become of an approved charge, as its consumer is told. */
export type ChargePayment =
  | 'being_paid'
  | 'paid'
  | 'partly_refunded'
  | 'refunded'
  | 'failed'
  /** It was paid and came back. */
  | 'returned';

export interface PaidCharge {
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
