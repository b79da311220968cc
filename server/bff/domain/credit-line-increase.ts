import { secondMs } from '../../platform/durations.ts';
import { type Cents, parseCents } from '../../platform/money.ts';
import { BffError, stepBlocked } from '../errors.ts';
import { blockingCharge } from './cancelling.ts';
import type { Checkout, LimitIncrease } from './checkout.ts';
import { unacceptedBlocker } from './checkout-status.ts';

/**
 * Writes the intent.
 * @throws BffError `wrong_step`, `amount_out_of_range`
 */
export function startIncrease(
  checkout: Checkout,
  { cents, now, limitMs }: { cents: Cents; now: number; limitMs: number },
): Checkout {
  const account = checkout.loan?.account;
  const unaccepted = unacceptedBlocker(checkout);
  if (!account || unaccepted) throw stepBlocked(unaccepted ?? 'not_accepted');
  const { limitIncrease, cancellation } = checkout;
  if (limitIncrease?.state === 'done') throw stepBlocked('already_increased');
  if (limitIncrease?.state === 'asked') throw stepBlocked('increase_pending');
  if (cancellation?.state === 'asked') throw stepBlocked('cancelling');
  if (account.isSuspended || account.isClosed) throw stepBlocked('suspended');
  const blocker = blockingCharge(checkout);
  if (blocker !== undefined) throw stepBlocked(blocker);
  if (account.creditLimit !== null && cents <= parseCents(account.creditLimit)) {
    throw new BffError('amount_out_of_range', { errors: { amount: ['not_accepted'] } });
  }
  return withIncrease(checkout, { state: 'asked', cents, deadlineAt: now + limitMs });
}

/** The lender has raised the limit. */
export function endIncrease(checkout: Checkout): Checkout {
  const { limitIncrease } = checkout;
  return limitIncrease === null
    ? checkout
    : withIncrease(checkout, { ...limitIncrease, state: 'done' });
}

/** The lender has not raised it: as if nobody had asked. */
export function dropIncrease(checkout: Checkout): Checkout {
  return withIncrease(checkout, null);
}

/** The checkout after what the lender says of its loan's limit. */
export function followIncrease(checkout: Checkout, now: number): Checkout {
  const { limitIncrease, loan } = checkout;
  if (limitIncrease === null || limitIncrease.state === 'done') return checkout;
  const limit = loan?.account?.creditLimit ?? null;
  if (limit !== null && parseCents(limit) >= limitIncrease.cents) return endIncrease(checkout);
  if (now < limitIncrease.deadlineAt) return checkout;
  if (limit !== null) return dropIncrease(checkout);
  if (limitIncrease.state === 'unresolved') return checkout;
  return withIncrease(checkout, { ...limitIncrease, state: 'unresolved' });
}

/** True while it is not known if the lender has raised the limit. */
export function isIncreaseAsked({ limitIncrease }: Checkout): boolean {
  return limitIncrease?.state === 'asked';
}

/** When to read the loan for it (epoch milliseconds). */
export function nextReconcileForLimit({ limitIncrease }: Checkout, now: number): number | null {
  if (limitIncrease?.state !== 'asked') return null;
  return Math.max(limitIncrease.deadlineAt, now + secondMs);
}

function withIncrease(checkout: Checkout, limitIncrease: LimitIncrease | null): Checkout {
  return { ...checkout, limitIncrease };
}
