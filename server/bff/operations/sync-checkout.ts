import { within } from '../concurrency/deadline.ts';
import type { BffContext } from '../context.ts';
import type { Checkout } from '../domain/checkout.ts';
import { IllegalTransitionError } from '../domain/checkout-machine.ts';
import { followLoan, isFollowed } from '../domain/following.ts';
import type { Loan } from '../domain/loan.ts';
import { endWhenIdle } from '../domain/opening.ts';
import { isUnderWay, mustAskLender } from '../domain/soft-pull.ts';
import { LenderError } from '../lender/lender-error.ts';
import { isSameJson } from '../same-json.ts';
import { OrderAlreadyChargedError } from '../store/charges.ts';
import { loadCheckout } from '../store/checkouts.ts';
import { type Change, changeIfCurrent } from './change-checkout.ts';
import { explainedLoan } from './explain-charges.ts';
import { findLoan, loanOf } from './find-loan.ts';
import { logLenderProblem, logUnreadable } from './log-lender-problem.ts';
import { chargesGivenUp, settleCharges } from './settle-charges.ts';
import { settleSoftPull, softPullGivenUp } from './settle-soft-pull.ts';
import { StaleCheckoutError } from './write-checkout.ts';

const maxReadings = 5;

/**
 * Brings a checkout up to the lender's word: settles answers that were lost and follows what has
 * no callback. When another change overtook a reading, the lender is read again.
 * @throws LenderError when the lender cannot be read
 */
export function syncCheckout(context: BffContext, id: string): Promise<void> {
  return context.reads.read(id, async () => {
    for (let reading = 0; reading < maxReadings; reading += 1) {
      if (await readAndFollow(context, id)) return;
    }
  });
}

/** As `syncCheckout`, for a caller whom the stored state will do: it waits only a short time. */
export async function trySync(context: BffContext, id: string): Promise<void> {
  const reading = syncCheckout(context, id).catch((error: unknown) => {
    if (!(error instanceof LenderError)) throw error;
    logLenderProblem(context, 'lender_not_read', { checkoutId: id, error });
  });
  await within(reading, context.timing.readMs);
}

/** @returns false when the checkout, or its order's charge, changed while the lender was read */
async function readAndFollow(context: BffContext, id: string): Promise<boolean> {
  const checkout = await loadCheckout(context.database.query, id);
  if (checkout === undefined) return true;
  const change = await changeByReading(context, checkout);
  if (change === undefined) return true;
  try {
    await changeIfCurrent(context, checkout, (current) => unlessSame(current, change(current)));
    return true;
  } catch (error) {
    if (error instanceof StaleCheckoutError) return false;
    if (error instanceof OrderAlreadyChargedError) return false;
    if (!(error instanceof IllegalTransitionError)) throw error;
    context.log.warn({ event: 'reading_not_followed', checkout_id: id, reason: error.message });
    return true;
  }
}

/** Most readings bring nothing new: what is the same is not written again. */
function unlessSame(before: Checkout, wanted: Checkout): Checkout {
  return isSameJson(wanted, before) ? before : wanted;
}

async function changeByReading(
  context: BffContext,
  checkout: Checkout,
): Promise<Change | undefined> {
  try {
    return await changeByLender(context, checkout);
  } catch (error) {
    if (!(error instanceof LenderError)) throw error;
    const givenUp =
      softPullGivenUp(context, checkout) ?? chargesGivenUp(checkout, context.clock.now());
    if (givenUp === undefined) throw error;
    logLenderProblem(context, 'lender_not_read', { checkoutId: checkout.id, error });
    return givenUp;
  }
}

async function changeByLender(
  context: BffContext,
  checkout: Checkout,
): Promise<Change | undefined> {
  const now = context.clock.now();
  if (!isFollowed(checkout)) return (current) => endWhenIdle(current, now);
  const { softPull, loan } = checkout;
  if (softPull !== null && (isUnderWay(softPull) || mustAskLender(softPull))) {
    // The call itself brings the answer.
    if (context.calls.has(checkout.id)) return undefined;
    return settleSoftPull(context, checkout, softPull);
  }
  return loan === null ? undefined : followDetail(context, checkout, loan);
}

/** A lender that does not show the loan may still show its charges. */
async function followDetail(context: BffContext, checkout: Checkout, known: Loan): Promise<Change> {
  const found = await findLoan(context, checkout);
  const reading = typeof found === 'object' ? found : undefined;
  const loan = (reading && loanOf(context, checkout, reading)) ?? known;
  if (reading?.lacking && loan.hasMoreOffers && !known.hasMoreOffers) {
    logUnreadable(context, checkout.id, 'retrieveLoan', reading.lacking);
  }
  const own = reading?.charges ?? null;
  const explained = await explainedLoan(context, checkout, { loan, records: own ?? [] });
  const now = context.clock.now();
  const chargeChanges = await settleCharges(context, checkout, { loan, own });
  return (current) =>
    chargeChanges.reduce((changed, change) => change(changed), followLoan(current, explained, now));
}
