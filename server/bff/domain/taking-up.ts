import { stepBlocked } from '../errors.ts';
import type { Rights } from './admission.ts';
import { type Checkout, isAsked } from './checkout.ts';
import { stepOf } from './step.ts';

/** True if the link given out last opens the checkout: nobody has begun, and it has not ended. */
export function isLinkOpen(checkout: Checkout): boolean {
  const { madeBy, generation, issuedGeneration } = checkout;
  const isVoid = madeBy !== 'server' || isTakenUp(checkout) || generation !== issuedGeneration;
  return !isVoid && stepOf(checkout).screen === 'details';
}

/** True if some browser had the first input. */
export function isTakenUp({ takenUpBy, softPull }: Checkout): boolean {
  return takenUpBy !== null || isAsked(softPull);
}

/**
 * True if a session of it may yet be voided for another browser: by the first input, or by a link that
 * is issued again. Once the lender has answered an application, neither comes.
 */
export function mayChangeHands({ madeBy, loan }: Checkout): boolean {
  return madeBy === 'server' && loan === null;
}

/** True if several browsers may have a session of it, of which the first input leaves one. */
function isOpenToOthers(checkout: Checkout): boolean {
  return checkout.madeBy === 'server' && !isTakenUp(checkout);
}

/**
 * The first input of somebody whose session has these rights. By the link, the checkout becomes that
 * browser's alone: every handle and `client_token` before is void. By the `client_token`, the link is.
 */
export function takenUp(checkout: Checkout, rights: Rights, ownOrigin: string): Checkout {
  if (!isOpenToOthers(checkout) || stepOf(checkout).screen !== 'details') return checkout;
  if (rights !== 'pay') return { ...checkout, takenUpBy: 'client_token' };
  return {
    ...checkout,
    takenUpBy: 'link',
    generation: checkout.generation + 1,
    isFramed: true,
    origin: ownOrigin,
  };
}

/** What the merchant's server gets for an order whose link it issues again. */
export type Reissue = 'same_checkout' | 'new_checkout';

/** @throws BffError `wrong_step` once the consumer has accepted, or for what a page began */
export function reissueOf(checkout: Checkout): Reissue {
  if (checkout.madeBy !== 'server') throw stepBlocked('made_by_page');
  const { screen } = stepOf(checkout);
  const isOver = screen === 'cancelled' || screen === 'expired';
  if (checkout.loan?.account != null) {
    throw stepBlocked(isOver ? 'ended' : 'accepted');
  }
  return screen === 'details' ? 'same_checkout' : 'new_checkout';
}

/** With a link and a `client_token` that are new: whoever had the ones before has nothing. */
export function reissued(checkout: Checkout): Checkout {
  const generation = checkout.generation + 1;
  return {
    ...checkout,
    generation,
    issuedGeneration: generation,
    takenUpBy: null,
    isFramed: false,
    origin: null,
    problem: null,
  };
}
