import { type Cents, formatCents } from '../../platform/money.ts';
import type { CheckoutSummaryView, CheckoutView } from '../merchant-api/checkouts.ts';
import type { CancellationStatus, CheckoutStatus } from '../merchant-api/statuses.ts';
import type { CancellationState } from './cancellation.ts';
import type { Charge } from './charge.ts';
import { chargeViews } from './charge-view.ts';
import { allCharges, type Checkout, requestedCents } from './checkout.ts';
import { statusOf } from './checkout-status.ts';
import type { LoanAccount } from './loan.ts';
import type { Refund } from './refund.ts';
import { wireTime } from './step.ts';
import { timelineView, versionOf } from './timeline.ts';

/** What a merchant's server may know of a checkout. */
export interface CheckoutSummary {
  readonly id: string;
  readonly orderId: string | null;
  readonly amountCents: Cents | null;
  readonly status: CheckoutStatus;
  readonly soldBy: string | null;
  readonly offerCode: string | null;
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly charges: readonly Charge[];
  readonly refunds: readonly Refund[];
}

/**
 * A checkout as its merchant's server reads it: without offers, and without the lender's link.
 * @param url the merchant's link while it opens the checkout
 */
export function checkoutView(checkout: Checkout, url: string | null): CheckoutView {
  const summary = summaryView({
    id: checkout.id,
    orderId: checkout.order?.id ?? null,
    amountCents: requestedCents(checkout),
    status: statusOf(checkout),
    soldBy: checkout.soldBy,
    offerCode: checkout.offerCode,
    createdAt: checkout.createdAt,
    expiresAt: checkout.expiresAt,
    charges: allCharges(checkout),
    refunds: checkout.refunds,
  });
  return {
    ...summary,
    cancellation: checkout.cancellation && cancellationStatusOf[checkout.cancellation.state],
    loan: summary.status === 'accepted' ? loanView(checkout.loan?.account ?? null) : null,
    url,
    version: versionOf(checkout),
    timeline: timelineView(checkout),
  };
}

function loanView(account: LoanAccount | null): CheckoutView['loan'] {
  if (account === null) return null;
  return {
    credit_limit: account.creditLimit,
    available_spend: account.availableSpend,
    purchase_window_end_date: account.purchaseWindowEndDate,
    portal_account_status: account.portalAccountStatus,
  };
}

const cancellationStatusOf: Readonly<Record<CancellationState, CancellationStatus>> = {
  asked: 'working',
  standing: 'done',
  done: 'done',
  refused: 'refused',
};

/** The same as it stands in a list. */
export function summaryView(summary: CheckoutSummary): CheckoutSummaryView {
  const { id, orderId, amountCents, status, createdAt, expiresAt, charges, refunds } = summary;
  return {
    checkout_id: id,
    order_id: orderId,
    amount: amountCents === null ? null : formatCents(amountCents),
    status,
    sold_by: summary.soldBy,
    offer_code: summary.offerCode,
    created_at: wireTime(createdAt),
    expires_at: expiresAt === null ? null : wireTime(expiresAt),
    charges: chargeViews(charges, refunds),
  };
}
