import type { Transaction } from 'kysely';
import type { CheckoutStep } from '../../../widget/contract/step.ts';
import { afterACommit } from '../../platform/database/database.ts';
import { minuteMs } from '../../platform/durations.ts';
import { IllegalTransitionError } from '../../platform/illegal-transition-error.ts';
import { type Deadline, within } from '../concurrency/deadline.ts';
import type { BffContext } from '../context.ts';
import { followLoan } from '../domain/applying.ts';
import {
  endCancellation,
  followCancellation,
  isAcceptedAfterCancellation,
  refuseCancellation,
} from '../domain/cancelling.ts';
import { followRetries } from '../domain/charging.ts';
import { allCharges, type Checkout, isUnderWay, mustAskLender } from '../domain/checkout.ts';
import { isCheckoutTransition } from '../domain/checkout-machine.ts';
import { followIncrease } from '../domain/credit-line-increase.ts';
import type { Loan } from '../domain/loan.ts';
import { endWhenIdle } from '../domain/opening.ts';
import { isFollowed, isReadForCall, mayHaveLateCalls } from '../domain/polling.ts';
import { stepOf } from '../domain/step.ts';
import { BffError } from '../errors.ts';
import { LenderError } from '../lender/lender-error.ts';
import { OrderAlreadyChargedError } from '../store/charges.ts';
import { loadCheckout } from '../store/checkouts.ts';
import type { BffSchema } from '../store/schema.ts';
import { shownBefore } from '../store/shown-offers.ts';
import { cancelAccount, isLoanShared } from './cancel-account.ts';
import { logLenderProblem, logNotFollowed, logUnreadable } from './lender-problem.ts';
import { findLoan, loanOf, readLoanByItsNames } from './lenders-loan.ts';
import { textsBesideOffers } from './read-disclosures.ts';
import {
  chargesGivenUp,
  explainedLoan,
  readBooks,
  settledByBooks,
  withUnexplainedTold,
} from './reconcile-charges.ts';
import { readRefunds, refundsGivenUp, settledByRefunds } from './reconcile-refunds.ts';
import { settledSoftPull, softPullGivenUp } from './reconcile-soft-pull.ts';
import { isSameJson, StaleCheckoutError, writeIfCurrent } from './write-checkout.ts';

/** Where the checkout stands, after a read of the lender if it answers quickly. */
export async function readCheckout(context: BffContext, id: string): Promise<CheckoutStep> {
  await trySync(context, id);
  return stepOf(await loadStored(context, id));
}

const maxReads = 5;

/**
 * Brings a checkout up to what the lender says: settles answers that were lost and follows what has
 * no callback. If another change came first, the lender is read again. What cannot be read is logged here.
 * @throws LenderError when the lender cannot be read
 */
export function syncCheckout(context: BffContext, id: string): Promise<void> {
  return context.reads.read(id, () => readUntilCurrent(context, id, isFollowed));
}

/**
 * As `syncCheckout`, before something is asked of the loan: it is read also where the checkout is
 * followed no more, since what stood in the way when it was read last may be over.
 */
export async function syncForCall(context: BffContext, id: string): Promise<void> {
  const checkout = await loadCheckout(context.database.query, id);
  if (checkout === undefined || isFollowed(checkout)) return syncCheckout(context, id);
  // By a key of its own: a read of this checkout that others wait for may be one that reads nothing.
  return context.reads.read(`${id} call`, () => readUntilCurrent(context, id, isReadForCall));
}

/** As `syncCheckout`, for a caller who can go on with the stored state: it waits only a short time. */
export async function trySync(
  context: BffContext,
  id: string,
  sync: typeof syncCheckout = syncCheckout,
): Promise<void> {
  const read = sync(context, id).catch((error: unknown) => {
    if (!(error instanceof LenderError)) throw error;
  });
  await within(read, context.timing.readMs);
}

/** A call whose intent is written, and how long its caller waits: `timing.answerMs` at most. */
interface AwaitedCall {
  /** The checkout's. */
  id: string;
  key: string;
  deadline?: Deadline | undefined;
}

/**
 * The checkout as it is stored when the call has ended, or its caller's deadline has passed. If no
 * call is in flight here, the lender is read instead.
 * @throws BffError `not_found`; whatever the call throws
 */
export function checkoutAfterCall(context: BffContext, call: AwaitedCall): Promise<Checkout> {
  return afterACommit(async () => {
    await callEnd(context, call);
    return loadStored(context, call.id);
  });
}

/** Where the checkout stands then, after a call whose key is the checkout's id. */
export function stepAfterCall(
  context: BffContext,
  id: string,
  deadline?: Deadline,
): Promise<CheckoutStep> {
  return afterACommit(async () => {
    const ended = await callEnd(context, { id, key: id, deadline });
    return stepOf(ended ?? (await loadStored(context, id)));
  });
}

/** @returns the checkout as the call left it; undefined if it goes on, or none is in flight here */
async function callEnd(
  context: BffContext,
  { id, key, deadline }: AwaitedCall,
): Promise<Checkout | undefined> {
  const { calls, timing } = context;
  if (!calls.has(key)) await trySync(context, id);
  return calls.wait(key, Math.min(deadline?.left ?? timing.answerMs, timing.answerMs));
}

/** @throws BffError `not_found` */
export async function loadStored({ database }: BffContext, id: string): Promise<Checkout> {
  const checkout = await loadCheckout(database.query, id);
  if (checkout === undefined) throw new BffError('not_found');
  return checkout;
}

/** Whether the lender is read for a checkout as it stands. */
type IsRead = (checkout: Checkout) => boolean;

async function readUntilCurrent(context: BffContext, id: string, isRead: IsRead): Promise<void> {
  for (let read = 0; read < maxReads; read += 1) {
    if (await readAndFollow(context, id, isRead)) return;
  }
}

/** @returns false when the checkout, or its order's charge, changed while the lender was read */
async function readAndFollow(context: BffContext, id: string, isRead: IsRead): Promise<boolean> {
  const checkout = await loadCheckout(context.database.query, id);
  if (checkout === undefined) return true;
  try {
    const wanted = await followed(context, checkout, isRead).catch((error: unknown) =>
      givenUp(context, checkout, error),
    );
    // Most reads bring nothing new.
    if (isSameJson(wanted, checkout)) return true;
    const offerUuids = shownSince(checkout, wanted);
    await writeIfCurrent(
      context,
      checkout,
      wanted,
      offerUuids.length === 0 ? undefined : (tx) => noteShown(tx, checkout, offerUuids),
    );
    return true;
  } catch (error) {
    if (error instanceof StaleCheckoutError) return false;
    if (error instanceof OrderAlreadyChargedError) return false;
    if (error instanceof LenderError) {
      logLenderProblem(context, 'lender_not_read', { checkout, error });
    }
    if (!(error instanceof IllegalTransitionError)) throw error;
    logNotFollowed(context, id, error);
    return true;
  }
}

/** Offers that have come with a read of the loan: its checkout is shown them first. */
function shownSince(before: Checkout, after: Checkout): string[] {
  const shown = new Set(before.softPull?.offersShown);
  return (after.softPull?.offersShown ?? []).filter((offerUuid) => !shown.has(offerUuid));
}

async function noteShown(
  tx: Transaction<BffSchema>,
  { id: checkoutId, publishableKey: merchant }: Checkout,
  offerUuids: readonly string[],
): Promise<void> {
  await shownBefore(tx, { merchant, checkoutId, offerUuids });
}

/**
 * The checkout after the lender could not be read for too long.
 * @throws the error while it is waited for
 */
function givenUp(context: BffContext, checkout: Checkout, error: unknown): Checkout {
  if (!(error instanceof LenderError)) throw error;
  const now = context.clock.now();
  const ended =
    softPullGivenUp(context, checkout) ??
    chargesGivenUp(checkout, now) ??
    refundsGivenUp(checkout, now);
  if (ended === undefined) throw error;
  logLenderProblem(context, 'lender_not_read', { checkout, error });
  return ended;
}

/** The checkout after what the lender says. @throws LenderError */
async function followed(
  context: BffContext,
  checkout: Checkout,
  isRead: IsRead,
): Promise<Checkout> {
  const now = context.clock.now();
  if (!isRead(checkout) && !mayHaveLateCalls(checkout, now)) return endWhenIdle(checkout, now);
  const { softPull, loan } = checkout;
  // A loan is read once more when its time is over; where there is none, the time alone ends it.
  const current = loan === null ? followCancellation(checkout, now) : checkout;
  if (current !== checkout) return current;
  if (softPull !== null && (isUnderWay(softPull) || mustAskLender(softPull))) {
    // The call itself brings the answer.
    if (context.calls.has(checkout.id)) return checkout;
    return settledSoftPull(context, checkout, softPull);
  }
  return loan === null ? checkout : syncedLoan(context, checkout, loan);
}

/** A lender that does not show the loan may still show its charges. */
async function syncedLoan(
  context: BffContext,
  stored: Checkout,
  ofStored: Loan,
): Promise<Checkout> {
  const { known: named, reading: found } = await readLoanByItsNames(context, stored, ofStored);
  const known = found === 'absent' ? notedMissing(context, stored, named) : named;
  const reading = found === 'absent' ? undefined : found;
  const own = reading?.charges ?? { records: [], isWhole: false };
  const now = context.clock.now();
  const checkout = followRetries(stored, { asked: allCharges(stored), records: own.records, now });
  const loan = (reading && loanOf(context, { ...checkout, loan: known }, reading)) ?? known;
  if (loan.hasMoreOffers && !known.hasMoreOffers) {
    logUnreadable(context, checkout.id, 'retrieveLoan', reading?.lacking ?? 'offers');
  }
  const explained = await explainedLoan(context, checkout, { loan, own });
  const books = await readBooks(context, checkout, { loan, own });
  const refunds = await readRefunds(context, checkout, { loan, own: own.records });
  const withLoan = followIncrease(followIfLegal(context, checkout, explained), now);
  const read = followCancellation(withLoan, now);
  const withCharges = await settledByBooks(context, read, books);
  const told = await withUnexplainedTold(context, withCharges, books);
  const settled = settledByRefunds(context, told, refunds);
  return isAcceptedAfterCancellation(settled) ? acceptanceCancelled(context, settled) : settled;
}

/** A lender may take some minutes to show a loan that it has made. */
const shownWithinMs = 15 * minuteMs;

/** An application that was answered, and has its loan under an id that nobody here knows: a person is told. */
function notedMissing({ clock, log }: BffContext, checkout: Checkout, loan: Loan): Loan {
  const now = clock.now();
  const { since, isLogged } = loan.missing ?? { since: now, isLogged: false };
  if (loan.account !== null || isLogged) return loan;
  const isLong = now - since >= shownWithinMs;
  const { id: checkout_id, publishableKey: merchant_id } = checkout;
  if (isLong) log.error({ event: 'loan_not_found', checkout_id, merchant_id });
  return { ...loan, missing: { since, isLogged: isLong } };
}

/**
 * The checkout after what is said of its loan; as it was where it cannot come to that any more. Its
 * charges are followed all the same.
 */
function followIfLegal(context: BffContext, checkout: Checkout, loan: Loan): Checkout {
  const texts = textsBesideOffers(context, loan.offers, checkout.locale);
  const followed = followLoan(checkout, loan, { texts, now: context.clock.now() });
  const [from, to] = [stepOf(checkout).screen, stepOf(followed).screen];
  if (isCheckoutTransition(from, to)) return followed;
  logNotFollowed(context, checkout.id, new IllegalTransitionError('checkout', from, to));
  return checkout;
}

/**
 * The consumer has accepted what the merchant had cancelled: the account is cancelled at the lender.
 * If it refuses, the checkout goes on. What is not known is asked again with the next read.
 */
async function acceptanceCancelled(context: BffContext, checkout: Checkout): Promise<Checkout> {
  if (await isLoanShared(context.database.query, checkout)) return endCancellation(checkout);
  const { result } = await cancelAccount(context, checkout);
  if (result === 'cancelled') return endCancellation(checkout);
  if (result !== 'refused') return checkout;
  // It is refused for an account that is cancelled already, too.
  const found = await findLoan(context, checkout);
  const isCancelled = typeof found === 'object' && found.status === 'Cancelled';
  if (isCancelled) return endCancellation(checkout);
  context.log.error({ event: 'cancel_refused', checkout_id: checkout.id });
  return refuseCancellation(checkout);
}
