import type { Reached } from '../../../widget/contract/reached.ts';
import { BffError } from '../errors.ts';
import type { Checkout } from './checkout.ts';
import { isChosen } from './rights.ts';
import { stepOf } from './step.ts';

/**
 * The number, from 0, of the code for the next return URL: the newest one while it is unused, so that
 * a repeated call has the same body, else one more. A new code voids no earlier one.
 */
export function nextCodeNumber({ returnCodes }: Pick<Checkout, 'returnCodes'>): number {
  const newest = returnCodes.at(-1);
  return newest === undefined || newest.usedAt !== null
    ? returnCodes.length
    : returnCodes.length - 1;
}

/** The checkout with this code, which it may have already. */
export function withReturnCode(checkout: Checkout, digest: string): Checkout {
  if (checkout.returnCodes.some((known) => known.digest === digest)) return checkout;
  return { ...checkout, returnCodes: [...checkout.returnCodes, { digest, usedAt: null }] };
}

/**
 * Exchanges a code of the checkout. Until an offer is chosen this may be repeated, since scanners and
 * a second device open a review's mail; later it uses the code up, unless the page vouches for its
 * consumer by the checkout's own order.
 * @throws BffError `not_found` for a code that it does not have, `code_used`
 */
export function exchangeCode(
  checkout: Checkout,
  { digest, isVouchedFor, now }: { digest: string; isVouchedFor: boolean; now: number },
): Checkout {
  const code = checkout.returnCodes.find((known) => known.digest === digest);
  if (code === undefined) throw new BffError('not_found');
  if (code.usedAt !== null) throw new BffError('code_used', { reached: reachedBy(checkout) });
  if (isVouchedFor || !isChosen(checkout)) return checkout;
  const returnCodes = checkout.returnCodes.map((known) =>
    known === code ? { ...known, usedAt: now } : known,
  );
  return { ...checkout, returnCodes };
}

/** How far the checkout is, without anything about the loan. */
function reachedBy(checkout: Checkout): Reached {
  const { screen } = stepOf(checkout);
  if (checkout.charges.some(({ state }) => state !== 'void')) return 'charged';
  if (checkout.loan?.account != null) return 'accepted';
  const isOver = screen === 'cancelled' || screen === 'expired' || screen === 'no_offers';
  return isOver ? 'ended' : 'chosen';
}
