import type { CheckoutStatus } from '../merchant-api/statuses.ts';
import { isCancelledByMerchant } from './cancellation.ts';
import { type Checkout, isUnderWay } from './checkout.ts';
import { stepOf } from './step.ts';

/** Where a checkout stands for its merchant: coarser than the screens, and steady where they go to and fro. */
export function statusOf(checkout: Checkout): CheckoutStatus {
  const { endedBy, softPull, loan } = checkout;
  if (endedBy !== null) return 'expired';
  if (isCancelledByMerchant(checkout)) return 'cancelled';
  if (softPull === null || softPull.state === 'void') return 'open';
  if (isUnderWay(softPull)) return 'applied';
  // Once there is an account, whether it can be charged stands in its charges.
  if (loan?.account) return loan.status === 'Cancelled' ? 'cancelled' : 'accepted';
  if (stepOf(checkout).screen === 'ask_lender' || loan === null) return 'needs_attention';
  switch (loan.status) {
    case 'Invited':
    case 'Started':
      return 'applied';
    case 'Pending: Verification':
      return 'review';
    case 'Approved: Offers Available':
      return 'offers';
    // Also while the consumer looks at the other offers again: the choice stands at the lender.
    case 'Approved: Offer Selected':
      return 'chosen';
    case 'Approved: Accepted':
    case 'Suspended':
      return 'accepted';
    case 'Declined':
      return 'no_offers';
    case 'Cancelled':
      return 'cancelled';
    case 'Expired':
      return 'expired';
  }
}

/** What keeps a checkout from what only an accepted loan can do. */
export function unacceptedBlocker(checkout: Checkout): 'not_accepted' | 'ended' | undefined {
  const status = statusOf(checkout);
  if (status === 'accepted') return undefined;
  return status === 'cancelled' || status === 'expired' ? 'ended' : 'not_accepted';
}
