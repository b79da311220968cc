import { lockName } from '../../platform/database/advisory-lock.ts';
import { Deadline } from '../concurrency/deadline.ts';
import type { BffContext, Merchant } from '../context.ts';
import { isCancelledByMerchant } from '../domain/cancellation.ts';
import { dropCancellation, endCancellation, startCancellation } from '../domain/cancelling.ts';
import { type Checkout, callLimitMs, isAsked } from '../domain/checkout.ts';
import { BffError, stepBlocked } from '../errors.ts';
import { isRefusal } from '../lender/lender-error.ts';
import type { CancelCheckoutRequest, CheckoutView } from '../merchant-api/checkouts.ts';
import { cancelAccount, isLoanShared } from './cancel-account.ts';
import { findRepeat, type KeyedRequest, keyedFor, saveKey } from './idempotency-key.ts';
import { orUnavailable } from './lender-problem.ts';
import { loadOwn, viewOf } from './read-for-merchant.ts';
import { checkoutAfterCall, syncCheckout, trySync } from './sync-checkout.ts';
import { type Changed, changeStored, lockStored, writeChange } from './write-checkout.ts';

interface MerchantCancellation {
  merchant: Merchant;
  body: CancelCheckoutRequest;
  /** `Idempotency-Key` */
  key: string | undefined;
}

/** The key under which its call is in flight. */
function cancelCallKey(id: string): string {
  return `cancel ${id}`;
}

/**
 * Cancels a checkout. Before the terms are accepted it is cancelled whatever the lender says, and its
 * loan is followed (`domain/cancelling.ts`); after that, when the lender has cancelled the account.
 * @throws BffError `not_found`, `not_supported`, `idempotency_conflict`, `wrong_step`,
 * `lender_unavailable`
 */
export async function cancelForMerchant(
  context: BffContext,
  id: string,
  { merchant, body, key }: MerchantCancellation,
): Promise<CheckoutView> {
  const deadline = new Deadline(context.timing.waitMs);
  const known = await loadOwn(context, merchant, id);
  const keyed = keyedFor(context, merchant, { operation: `cancel ${id}`, key, body });
  const isRepeated = (await findRepeat(context, keyed)) !== undefined;
  if (isRepeated && known.cancellation !== null) return answer(context, id, deadline);
  if (isAsked(known.softPull) && context.lender.cancelAccount === undefined) {
    throw new BffError('not_supported');
  }
  // What is spent is what the lender says now. Before there is an account, nothing can be.
  if (known.loan?.account) await deadline.wait(orUnavailable(syncCheckout(context, id)));
  else await trySync(context, id);
  const { before, after } = await begin(context, id, keyed);
  const isNew = after !== before && after.cancellation?.state !== 'done';
  if (isNew) {
    const call = () => requestCancellation(context, after);
    context.calls.begin({ id, key: cancelCallKey(id) }, call);
  }
  return answer(context, id, deadline);
}

/** Writes the intent and its key in one transaction. @throws BffError `wrong_step` */
function begin(context: BffContext, id: string, keyed: KeyedRequest | undefined): Promise<Changed> {
  const { database, clock, timing } = context;
  return database.transaction(async (tx) => {
    const before = await lockStored(tx, database, id);
    // Of two checkouts with one loan that are cancelled at once, the second must know of the first.
    await lockName(tx, database, `loan|${before.loan?.externalApplicationId ?? id}`);
    const wanted = startCancellation(before, {
      now: clock.now(),
      limitMs: callLimitMs(timing.callMs),
      isShared: await isLoanShared(tx, before),
    });
    if (wanted !== before) await saveKey(tx, keyed, { checkoutId: id, targetId: null });
    return { before, after: await writeChange(context, tx, before, wanted) };
  });
}

/**
 * Makes the call whose intent is written, and writes what came of it.
 * @returns the checkout as it is then
 * @throws BffError `wrong_step`, `lender_unavailable` when nothing happened
 */
async function requestCancellation(context: BffContext, checkout: Checkout): Promise<Checkout> {
  const { result, error } = await cancelAccount(
    context,
    checkout,
    checkout.cancellation?.deadlineAt,
  );
  // Before acceptance there may be no account to cancel: only the loan tells how it ends.
  if (isCancelledByMerchant(checkout)) return checkout;
  switch (result) {
    case 'cancelled':
      return settle(context, checkout, endCancellation);
    case 'unknown':
      return checkout;
    case 'failed':
      await settle(context, checkout, dropCancellation);
      throw new BffError('lender_unavailable', { cause: error });
    case 'refused':
      return settleRefusal(context, checkout, error);
  }
}

/** An account that is cancelled already is refused, too. */
async function settleRefusal(
  context: BffContext,
  checkout: Checkout,
  error: unknown,
): Promise<Checkout> {
  await trySync(context, checkout.id);
  const after = await settle(context, checkout, dropCancellation);
  if (after.cancellation?.state === 'done') return after;
  throw stepBlocked(isRefusal(error, 403) ? 'spent' : 'lender', error);
}

/** The reconciler may have settled it first: then there is nothing left to write. */
async function settle(
  context: BffContext,
  { id, cancellation }: Checkout,
  change: (checkout: Checkout) => Checkout,
): Promise<Checkout> {
  const { after } = await changeStored(context, id, (current) =>
    current.cancellation?.state === 'asked' &&
    current.cancellation.deadlineAt === cancellation?.deadlineAt
      ? change(current)
      : current,
  );
  return after;
}

/** The checkout when its call has ended, or its caller's deadline has passed. */
async function answer(context: BffContext, id: string, deadline: Deadline): Promise<CheckoutView> {
  const key = cancelCallKey(id);
  return viewOf(context, await checkoutAfterCall(context, { id, key, deadline }));
}
