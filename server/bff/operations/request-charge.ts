import type { Transaction } from 'kysely';
import type { CheckoutStep } from '../../../widget/contract/step.ts';
import { type FeeSplit, splitFee } from '../../loan-math/fee-split.ts';
import type { Cents } from '../../platform/money.ts';
import { Deadline } from '../concurrency/deadline.ts';
import { type BffContext, merchantOf, requestUserOf } from '../context.ts';
import { type Charge, callKey, hasEnded, INITIAL_CHARGE, isUnsettled } from '../domain/charge.ts';
import {
  assertAvailable,
  assertMayCharge,
  browserChargeCents,
  type ChargeIntent,
  followRetries,
  isRequestOver,
  markChargeUnknown,
  refuseCharge,
  settleCharge,
  startCharge,
  updateOfAnswer,
} from '../domain/charging.ts';
import {
  allCharges,
  type CallTimes,
  type Checkout,
  callLimitMs,
  chargeById,
  liveInitialCharge,
} from '../domain/checkout.ts';
import { splitByFees } from '../domain/fee-split.ts';
import { mayWaitAgain } from '../domain/find-charge.ts';
import type { Loan } from '../domain/loan.ts';
import { availableCents } from '../domain/step.ts';
import { BffError, chargeBlocked, orderInvalid } from '../errors.ts';
import type { ChargeAnswer, ChargeCall, ChargeList, RateSheetProduct } from '../lender/lender.ts';
import { LenderError } from '../lender/lender-error.ts';
import { readRateSheet } from '../lender/rate-sheets.ts';
import { chargesNamed, OrderAlreadyChargedError } from '../store/charges.ts';
import { loadCheckout } from '../store/checkouts.ts';
import { isOutdatedAmount } from '../store/order-tokens.ts';
import type { BffSchema } from '../store/schema.ts';
import { callTimeMs, isOfThisCall } from './call-time.ts';
import { logLenderProblem, logNotExplained, orUnavailable } from './lender-problem.ts';
import { findUnexplained, readLists } from './reconcile-charges.ts';
import { loadStored, stepAfterCall, syncForCall, trySync } from './sync-checkout.ts';
import { changeLoaded, changeStored, lockStored, writeChange } from './write-checkout.ts';

interface StepAfterCharge {
  readonly step: CheckoutStep;
  /** False when this very charge was asked for before. */
  readonly isNew: boolean;
}

/**
 * Asks the lender for the initial charge of the order, once, however often this is called. A charge
 * goes by what the lender says now, or not at all.
 * @throws BffError `wrong_step`, `order_required`, `order_invalid`, `portal_required`,
 * `charge_blocked`, `fees_unknown`, `consumer_unreachable`, `lender_unavailable`
 */
export async function chargeCheckout(
  context: BffContext,
  { id }: Checkout,
): Promise<StepAfterCharge> {
  const deadline = new Deadline(context.timing.waitMs);
  const known = await loadStored(context, id);
  if (liveInitialCharge(known) !== undefined) return answer(context, id, deadline, false);
  await deadline.wait(orUnavailable(syncForCall(context, id)));
  const checkout = await loadStored(context, id);
  if (liveInitialCharge(checkout) !== undefined) return answer(context, id, deadline, false);
  const cents = browserChargeCents(checkout);
  const followed = await deadline.wait(followLists(context, checkout));
  if (followed) await deadline.wait(assertExplained(context, followed));
  const split = await deadline.wait(feeSplit(context, checkout, cents));
  const isNew = await begin(context, id, { cents, split });
  return answer(context, id, deadline, isNew);
}

async function answer(
  context: BffContext,
  id: string,
  deadline: Deadline,
  isNew: boolean,
): Promise<StepAfterCharge> {
  return { step: await stepAfterCall(context, id, deadline), isNew };
}

/** @returns false when another caller began the charge first */
async function begin(
  context: BffContext,
  id: string,
  { cents, split }: { cents: Cents; split: FeeSplit },
): Promise<boolean> {
  const { database, ids, clock } = context;
  const begun = await database.transaction(async (tx) => {
    const before = await lockStored(tx, database, id);
    if (liveInitialCharge(before) !== undefined) return undefined;
    // Another order, or less left to spend, than the split is of.
    if (browserChargeCents(before) !== cents) throw chargeBlocked('order_changed');
    await assertNewestOrder(tx, before);
    const intentId = ids.orderedUuid(clock.now());
    return writeIntent(context, tx, before, { kind: INITIAL_CHARGE, cents, id: intentId, split });
  });
  if (begun === undefined) return false;
  beginCall(context, begun);
  return true;
}

/** Another checkout may have been brought the order as it stands now. */
async function assertNewestOrder(
  tx: Transaction<BffSchema>,
  { order, publishableKey }: Checkout,
): Promise<void> {
  if (order !== null && (await isOutdatedAmount(tx, publishableKey, order))) {
    throw orderInvalid('outdated');
  }
}

interface FollowedLists extends Pick<ChargeList, 'records'> {
  /** The checkout as the lists leave it. */
  checkout: Checkout;
  loan: Loan;
}

/**
 * Reads the lender's lists before a first charge, if the loan may not show every charge, and stores
 * what they say of charges that had ended or had come to nothing.
 * @param read the lists since the soft pull, if they were read already
 * @returns undefined for a loan that shows every charge itself
 * @throws BffError `charge_blocked`, `lender_unavailable`
 */
export async function followLists(
  context: BffContext,
  checkout: Checkout,
  read?: ChargeList,
): Promise<FollowedLists | undefined> {
  const { loan, softPull } = checkout;
  if (loan === null || softPull === null || !needsLists(checkout)) return undefined;
  const since = { loanNumber: loan.loanNumber, from: softPull.startedAt };
  const { records } = read ?? (await orUnavailable(readLists(context, checkout, since)));
  const rows = { asked: allCharges(checkout), records, now: context.clock.now() };
  const { after } = await unlessCharged(
    changeLoaded(context, checkout, (current) => followRetries(current, rows)),
  );
  return { checkout: after, loan, records };
}

/**
 * Refuses a first charge beside a live charge at the lender that is not known here, such as after a
 * restore of the database, and beside a charge that may wait again.
 * @throws BffError `charge_blocked`, `lender_unavailable`
 */
export async function assertExplained(
  context: BffContext,
  { checkout, loan, records }: FollowedLists,
): Promise<void> {
  const now = context.clock.now();
  // The row may be stale, or its request was reopened without a new expiry.
  const isDoubtful = checkout.charges.some(
    (charge) => mayWaitAgain(charge, records) && !isRequestOver(charge, now),
  );
  if (isDoubtful) throw new BffError('lender_unavailable', { retryAfterSeconds: 3_600 });
  const found = await findUnexplained(context, checkout, { loan, records });
  if (found === undefined) return;
  logNotExplained(context, checkout, found);
  throw chargeBlocked('unexplained_charge');
}

/** True if the lender's lists may show before a first charge what its loan has not shown. */
export function needsLists({ loan, charges }: Checkout): boolean {
  if (charges.some(hasEnded)) return true;
  if (loan?.account?.listsCharges === true) return false;
  // The rows of a charge that is known have its id, also where a loan has no number.
  return loan?.loanNumber !== null || charges.some(({ state }) => state === 'void');
}

/**
 * The merchant's, the platform's and the sponsor's part: by the fees of the merchant's entry, or by
 * the product that was accepted.
 * @throws BffError `fees_unknown`, `lender_unavailable`
 */
export async function feeSplit(
  context: Pick<BffContext, 'lender' | 'merchants'>,
  { publishableKey, loan }: Checkout,
  cents: Cents,
): Promise<FeeSplit> {
  const merchant = merchantOf(context.merchants, publishableKey);
  if (merchant.fees !== undefined) return splitByFees(cents, merchant.fees);
  const products = await orUnavailable(productsOf(context, merchant.admin_user_id));
  const product = products.find(({ product_id }) => product_id === loan?.account?.productId);
  if (product === undefined) throw new BffError('fees_unknown');
  return splitFee(cents, product);
}

/** An unreadable rate sheet counts as empty: a retry would not help. @throws LenderError */
async function productsOf(
  { lender }: Pick<BffContext, 'lender'>,
  adminUserId: string,
): Promise<readonly RateSheetProduct[]> {
  try {
    return await readRateSheet(lender, adminUserId);
  } catch (error) {
    if (error instanceof LenderError && error.unreadable !== undefined) return [];
    throw error;
  }
}

/** A charge whose intent is written, with its checkout as it is then. */
export interface BegunCharge {
  readonly checkout: Checkout;
  readonly charge: Charge;
  /** The times of an earlier call of the intent, which came to nothing. */
  readonly earlier?: CallTimes | undefined;
}

/**
 * Writes the intent of a charge of a checkout that the transaction has locked.
 * @throws BffError `charge_blocked` when the order has a live charge, else as `startCharge`
 */
export async function writeIntent(
  context: BffContext,
  tx: Transaction<BffSchema>,
  before: Checkout,
  intent: Pick<ChargeIntent, 'kind' | 'cents' | 'id' | 'split' | 'asked'>,
): Promise<BegunCharge> {
  const { checkout, charge, earlier } = startCharge(before, {
    ...intent,
    paymentIdentifierOf: context.paymentIdentifierOf,
    now: context.clock.now(),
    limitMs: callLimitMs(context.timing.callMs),
  });
  const written = await unlessCharged(writeChange(context, tx, before, checkout));
  return { checkout: written, charge, earlier };
}

/** @throws BffError `charge_blocked` when the order has a live charge in another checkout */
async function unlessCharged<Written>(write: Promise<Written>): Promise<Written> {
  try {
    return await write;
  } catch (error) {
    if (!(error instanceof OrderAlreadyChargedError)) throw error;
    throw chargeBlocked('live_charge', error);
  }
}

/**
 * Begins the call of a charge whose intent is committed.
 * @param description what the consumer reads; the order's own when there is none
 */
export function beginCall(context: BffContext, begun: BegunCharge, description?: string): void {
  const { checkout, charge } = begun;
  const call = () => requestCharge(context, begun, description);
  context.calls.begin({ id: checkout.id, key: callKey(checkout, charge) }, call);
}

/**
 * Makes the call whose intent is written, and writes what came of it.
 * @returns the checkout as it is then
 * @throws BffError `lender_unavailable`, `portal_required`, `consumer_unreachable`, `charge_blocked`
 * when nothing happened
 */
async function requestCharge(
  context: BffContext,
  begun: BegunCharge,
  description?: string,
): Promise<Checkout> {
  const { checkout, charge } = begun;
  try {
    const answer = await context.lender.createCharge({
      ...chargeCall(context, checkout, charge, description),
      totalMs: callTimeMs(context, 'createChargeRequest', charge.deadlineAt),
    });
    return await settleAnswer(context, checkout, charge, answer);
  } catch (error) {
    logLenderProblem(context, 'charge_not_answered', { checkout, error });
    if (error instanceof LenderError) return settleFailure(context, begun, error);
    return settleAsUnknown(context, checkout, charge.id);
  }
}

/** The charge as the lender is asked for it. */
export function chargeCall(
  { config, merchants }: Pick<BffContext, 'config' | 'merchants'>,
  checkout: Checkout,
  charge: Charge,
  description = checkout.order?.description ?? undefined,
): ChargeCall {
  return {
    requestUserId: requestUserOf(merchants, checkout),
    applicationId: checkout.loan?.externalApplicationId ?? checkout.id,
    kind: charge.kind,
    cents: charge.amountCents,
    split: charge.split,
    callbackUrl: `${config.bffPublicUrl}/callbacks/transaction`,
    paymentIdentifier: charge.paymentIdentifier,
    description,
    idempotencyKey: charge.id,
  };
}

/** @throws LenderError `unknown` if the answer has the id of another charge: its rows say nothing of this one */
async function settleAnswer(
  context: BffContext,
  checkout: Checkout,
  { id }: Charge,
  answer: ChargeAnswer,
): Promise<Checkout> {
  const names = { requests: [answer.paymentRequestUuid], identifiers: [] };
  const named = await chargesNamed(context.database.query, checkout.publishableKey, names);
  if (named.some((other) => other.id !== id)) {
    throw new LenderError('createChargeRequest', 'has the id of another charge', {
      failure: 'unknown',
    });
  }
  const update = updateOfAnswer(answer);
  const now = context.clock.now();
  return settle(context, checkout, id, (current) => settleCharge(current, id, { update, now }));
}

async function settleFailure(
  context: BffContext,
  { checkout, charge, earlier }: BegunCharge,
  error: LenderError,
): Promise<Checkout> {
  const { id } = charge;
  if (error.failure === 'unknown') return settleAsUnknown(context, checkout, id);
  await context.calls.writeEnd(callKey(checkout, charge), async (isLeft) => {
    // Who was answered `working` is told that it came to nothing, as after a lost answer.
    if (isLeft) await settleAsUnknown(context, checkout, id);
    await settle(context, checkout, id, (current) =>
      isOfThisCall(charge, allCharges(current)) ? refuseCharge(current, id, earlier) : current,
    );
  });
  if (error.failure === 'unavailable') throw new BffError('lender_unavailable', { cause: error });
  throw await refusalOf(context, checkout.id, { charge, error });
}

/** Why the lender refused, by what it says of it, and of the loan now. */
async function refusalOf(
  context: BffContext,
  checkoutId: string,
  { charge, error }: { charge: Charge; error: LenderError },
): Promise<BffError> {
  if (error.reason === 'consumer_unreachable') {
    return new BffError('consumer_unreachable', { cause: error });
  }
  await trySync(context, checkoutId, syncForCall);
  const checkout = await loadCheckout(context.database.query, checkoutId);
  const reason = checkout && reasonAgainst(checkout, charge);
  if (reason !== undefined && reason.code !== 'amount_out_of_range') return reason;
  const since = context.clock.now();
  if (error.reason === 'portal_missing') {
    await changeStored(context, checkoutId, (current) => ({
      ...current,
      portalMissingSince: since,
    }));
    return new BffError('portal_required', { cause: error });
  }
  if (error.reason !== 'bank_missing') return chargeBlocked('lender', error);
  await changeStored(context, checkoutId, (current) => ({ ...current, bankMissingSince: since }));
  return chargeBlocked('bank_account', error);
}

/** undefined: the loan itself could be charged with that. */
function reasonAgainst(checkout: Checkout, { kind, amountCents }: Charge): BffError | undefined {
  try {
    const account = assertMayCharge(checkout, kind);
    assertAvailable(amountCents, availableCents(checkout, account));
    return undefined;
  } catch (error) {
    if (error instanceof BffError) return error;
    throw error;
  }
}

function settleAsUnknown(
  context: BffContext,
  checkout: Checkout,
  chargeId: string,
): Promise<Checkout> {
  return settle(context, checkout, chargeId, (current) => markChargeUnknown(current, chargeId));
}

/** The reconciler may have settled it first: then there is nothing left to write. */
async function settle(
  context: BffContext,
  checkout: Checkout,
  chargeId: string,
  change: (checkout: Checkout) => Checkout,
): Promise<Checkout> {
  const { after } = await changeLoaded(context, checkout, (current) => {
    const charge = chargeById(current, chargeId);
    return charge && isUnsettled(charge) ? change(current) : current;
  });
  return after;
}
