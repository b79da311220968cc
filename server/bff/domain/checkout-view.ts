import { type Cents, formatCents } from '../../platform/money.ts';
import type { CheckoutStatus, CheckoutView } from '../merchant-api/checkouts.ts';
import type { Charge } from './charge.ts';
import { chargeViews } from './charge-view.ts';
import { wireTime } from './step.ts';

/** What a merchant's server may know of a checkout. */
export interface CheckoutSummary {
  readonly id: string;
  readonly orderId: string | null;
  readonly amountCents: Cents | null;
  readonly status: CheckoutStatus;
  readonly createdAt: number;
  readonly charges: readonly Charge[];
}

/** A checkout as its merchant's server reads it: without offers, and without the lender's link. */
export function checkoutView(summary: CheckoutSummary): CheckoutView {
  const { id, orderId, amountCents, status, createdAt, charges } = summary;
  return {
    checkout_id: id,
    order_id: orderId,
    amount: amountCents === null ? null : formatCents(amountCents),
    status,
    created_at: wireTime(createdAt),
    charges: chargeViews(charges),
  };
}
