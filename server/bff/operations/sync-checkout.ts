import type { LoanApplicationDetail } from '../../lending-api/loan-applications.ts';
import { within } from '../calls-in-flight.ts';
import type { BffContext } from '../context.ts';
import { isBegunInFuture } from '../domain/call-limit.ts';
import { type Charge, callKey, isUnsettled } from '../domain/charge.ts';
import { chargeNews } from '../domain/charge-news.ts';
import { recountCharge, settleCharge, voidCharge } from '../domain/charge-settling.ts';
import { allCharges, type Checkout } from '../domain/checkout.ts';
import { IllegalMoveError } from '../domain/checkout-machine.ts';
import { followLoan, isFollowed, isWatched } from '../domain/following.ts';
import { type Loan, loanOfDetail, UnusableAnswerError } from '../domain/loan.ts';
import { endWhenIdle } from '../domain/opening.ts';
import {
  answerSoftPull,
  isUnderWay,
  recountSoftPull,
  type SoftPull,
  voidSoftPull,
} from '../domain/soft-pull.ts';
import { isRefusal, LenderError } from '../lender-error.ts';
import { merchantOf } from '../merchants.ts';
import { isSameJson } from '../same-json.ts';
import { OrderAlreadyChargedError } from '../store/charges.ts';
import { loadCheckout } from '../store/checkouts.ts';
import { type Change, changeIfCurrent } from './change-checkout.ts';
import { explainedLoan } from './explain-charges.ts';
import { logLenderProblem } from './log-lender-problem.ts';
import { StaleCheckoutError } from './write-checkout.ts';

const maxReadings = 5;

/**
 * Brings a checkout up to the lender's word: settles answers that were lost and follows what has
 * no callback. When another change overtook a reading, the lender is read again.
 * @throws LenderError, UnusableAnswerError when the lender cannot be read
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
    if (!isReadingProblem(error)) throw error;
    logLenderProblem(context, 'lender_not_read', { checkoutId: id, error });
  });
  await within(reading, context.timing.readMs);
}

/** The lender could not be read, which is nobody's mistake here. */
export function isReadingProblem(error: unknown): boolean {
  return error instanceof LenderError || error instanceof UnusableAnswerError;
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
    if (!(error instanceof IllegalMoveError)) throw error;
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
  const now = context.clock.now();
  if (!isFollowed(checkout)) return (current) => endWhenIdle(current, now);
  const { softPull, loan } = checkout;
  if (softPull !== null && isUnderWay(softPull)) {
    // The call itself brings the answer.
    if (context.calls.has(checkout.id)) return undefined;
    return settleSoftPull(context, checkout, softPull);
  }
  return loan === null ? undefined : followDetail(context, checkout, loan);
}

async function settleSoftPull(
  context: BffContext,
  checkout: Checkout,
  softPull: SoftPull,
): Promise<Change | undefined> {
  const detail = await findLoan(context, checkout, checkout.id);
  const loan = detail && loanOfDetail(detail);
  const isDeciding = loan?.status === 'Started' || loan?.status === 'Invited';
  if (loan !== undefined && !isDeciding) return (current) => answerSoftPull(current, loan);
  const now = context.clock.now();
  if (isBegunInFuture(softPull, now)) return (current) => recountSoftPull(current, now);
  const isOver = loan === undefined && now >= softPull.deadlineAt;
  return isOver ? (current) => voidSoftPull(current, 'lender_unavailable') : undefined;
}

/** The loan as the lender has it, or undefined when it has none with that id. */
export async function findLoan(
  { lender, merchants }: BffContext,
  { publishableKey }: Pick<Checkout, 'publishableKey'>,
  loanId: string,
): Promise<LoanApplicationDetail | undefined> {
  const requestUserId = merchantOf(merchants, publishableKey).request_user_id;
  try {
    return await lender.loan({ requestUserId, loanId });
  } catch (error) {
    if (isRefusal(error, 404)) return undefined;
    throw error;
  }
}

async function followDetail(
  context: BffContext,
  checkout: Checkout,
  { loanId }: Loan,
): Promise<Change> {
  const requestUserId = merchantOf(context.merchants, checkout.publishableKey).request_user_id;
  const detail = await context.lender.loan({ requestUserId, loanId });
  const loan = await explainedLoan(context, checkout, detail);
  const now = context.clock.now();
  const chargeChanges = await changesOfCharges(context, checkout, detail);
  return (current) =>
    chargeChanges.reduce((changed, change) => change(changed), followLoan(current, loan, now));
}

async function changesOfCharges(
  context: BffContext,
  checkout: Checkout,
  detail: LoanApplicationDetail,
): Promise<Change[]> {
  const watched = allCharges(checkout).filter((charge) => isWatched(checkout, charge));
  const changes: Change[] = [];
  for (const charge of watched) {
    if (isUnsettled(charge) && context.calls.has(callKey(checkout, charge))) continue;
    const change = await changeOfCharge(context, { checkout, charge, detail });
    // What was settled before it may be the order's live charge now.
    if (change !== undefined) {
      changes.push((current) => (isWatched(current, charge) ? change(current) : current));
    }
  }
  return changes;
}

/** First the loan's own lists, which are of one moment; what is in neither has ended, or never was. */
async function changeOfCharge(
  { lender, merchants, clock }: BffContext,
  {
    checkout,
    charge,
    detail,
  }: { checkout: Checkout; charge: Charge; detail: LoanApplicationDetail },
): Promise<Change | undefined> {
  const requestUserId = merchantOf(merchants, checkout.publishableKey).request_user_id;
  const loanNumber = detail.consumer_application_human_readable_id;
  const known = chargeNews(charge, detail, []);
  if (known === undefined && charge.state === 'void') return undefined;
  const news =
    known ?? chargeNews(charge, detail, await lender.activity(requestUserId, loanNumber));
  if (news === 'in_between') return undefined;
  if (news !== undefined) return (current) => settleCharge(current, charge.id, news);
  if (!isUnsettled(charge)) return undefined;
  const now = clock.now();
  if (isBegunInFuture(charge, now)) return (current) => recountCharge(current, charge.id, now);
  return now >= charge.deadlineAt ? (current) => voidCharge(current, charge.id) : undefined;
}
