import type { Screen } from '../../../widget/contract/step.ts';
import { assertMove, type Moves } from './moves.ts';

/**
 * Which screen may follow which. The lender's word moves most of them; what is not here is a
 * reading that came late, such as offers after their terms were accepted, and is not followed.
 */
export const checkoutMoves: Moves<Screen> = {
  details: ['working', 'cancelled', 'expired'],
  working: [
    'details',
    'review',
    'offers',
    'no_offers',
    'redirect',
    'accepted',
    'charge_pending',
    'charge_outcome',
    'cancelled',
    'ask_lender',
    'expired',
  ],
  review: ['offers', 'redirect', 'no_offers', 'accepted', 'cancelled', 'ask_lender', 'expired'],
  offers: ['redirect', 'review', 'no_offers', 'accepted', 'cancelled', 'ask_lender', 'expired'],
  redirect: ['offers', 'review', 'no_offers', 'accepted', 'cancelled', 'ask_lender', 'expired'],
  ask_lender: [
    'review',
    'offers',
    'no_offers',
    'redirect',
    'accepted',
    'charge_pending',
    'charge_outcome',
    'cancelled',
    'expired',
  ],
  accepted: ['working', 'charge_pending', 'charge_outcome', 'cancelled'],
  charge_pending: ['charge_outcome', 'cancelled'],
  charge_outcome: ['working', 'accepted', 'charge_pending', 'cancelled'],
  no_offers: [],
  // The lender would not cancel what was accepted after the merchant had cancelled the checkout.
  cancelled: ['accepted'],
  expired: [],
};

export function isCheckoutTransition(from: Screen, to: Screen): boolean {
  return from === to || checkoutMoves[from].includes(to);
}

/** @throws IllegalTransitionError */
export function assertCheckoutTransition(from: Screen, to: Screen): void {
  if (from !== to) assertMove('checkout', checkoutMoves, from, to);
}
