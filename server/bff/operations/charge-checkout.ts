import type { Transaction } from 'kysely';
import type { CheckoutStep } from '../../../widget/contract/step.ts';
import type { FeeSplit } from '../../loan-math/fee-split.ts';
import type { Cents } from '../../platform/money.ts';
import { Deadline } from '../concurrency/deadline.ts';
import type { BffContext } from '../context.ts';
import { type Charge, callKey, INITIAL_CHARGE } from '../domain/charge.ts';
import { browserChargeCents, startCharge } from '../domain/charging.ts';
import { type Checkout, callLimitMs, liveInitialCharge } from '../domain/checkout.ts';
import { BffError, chargeBlocked, orderInvalid } from '../errors.ts';
import { OrderAlreadyChargedError } from '../store/charges.ts';
import { loadCheckout, lockCheckout } from '../store/checkouts.ts';
import { isOutdatedAmount } from '../store/order-tokens.ts';
import type { BffSchema } from '../store/schema.ts';
import {
  assertNothingUnexplained,
  feeSplit,
  readPrerequisites,
  requestCharge,
} from './request-charge.ts';
import { stepAfterCall } from './sync-checkout.ts';
import { writeChange } from './write-checkout.ts';

export interface ChargeAnswer {
  readonly step: CheckoutStep;
  /** False when this very charge was asked for before. */
  readonly isNew: boolean;
}

/**
 * Asks the lender for the initial charge of the order, once, however often this is called.
 * @throws BffError `wrong_step`, `order_required`, `order_invalid`, `portal_required`,
 * `charge_blocked`, `fees_unknown`, `consumer_unreachable`, `lender_unavailable`
 */
export async function chargeCheckout(context: BffContext, { id }: Checkout): Promise<ChargeAnswer> {
  const deadline = new Deadline(context.timing.waitMs);
  const known = await load(context, id);
  if (liveInitialCharge(known) !== undefined) return answer(context, id, deadline, false);
  await deadline.wait(readPrerequisites(context, id));
  const checkout = await load(context, id);
  if (liveInitialCharge(checkout) !== undefined) return answer(context, id, deadline, false);
  const cents = browserChargeCents(checkout);
  await deadline.wait(assertNothingUnexplained(context, checkout));
  const split = await deadline.wait(feeSplit(context, checkout, cents));
  const isNew = await begin(context, id, { cents, split });
  return answer(context, id, deadline, isNew);
}

async function load({ database }: BffContext, id: string): Promise<Checkout> {
  const checkout = await loadCheckout(database.query, id);
  if (checkout === undefined) throw new BffError('not_found');
  return checkout;
}

async function answer(
  context: BffContext,
  id: string,
  deadline: Deadline,
  isNew: boolean,
): Promise<ChargeAnswer> {
  return { step: await stepAfterCall(context, id, deadline), isNew };
}

/** @returns false when another caller began the charge first */
async function begin(
  context: BffContext,
  id: string,
  { cents, split }: { cents: Cents; split: FeeSplit },
): Promise<boolean> {
  const begun = await writeIntent(context, id, { cents, split }).catch((error) => {
    if (!(error instanceof OrderAlreadyChargedError)) throw error;
    throw chargeBlocked('live_charge', error);
  });
  if (begun === undefined) return false;
  const { checkout, charge } = begun;
  const call = () => requestCharge(context, checkout, charge);
  context.calls.begin({ id, key: callKey(checkout, charge) }, call);
  return true;
}

/** @returns undefined when the order has a live charge */
function writeIntent(
  context: BffContext,
  id: string,
  { cents, split }: { cents: Cents; split: FeeSplit },
): Promise<{ checkout: Checkout; charge: Charge } | undefined> {
  const { database, ids, clock, timing, paymentIdentifierOf } = context;
  return database.transaction(async (tx) => {
    const before = await lockCheckout(tx, database.engine, id);
    if (before === undefined) throw new BffError('not_found');
    if (liveInitialCharge(before) !== undefined) return undefined;
    // Another order, or less left to spend, than the split is of.
    if (browserChargeCents(before) !== cents) throw chargeBlocked('order_changed');
    const { checkout, charge } = startCharge(before, {
      kind: INITIAL_CHARGE,
      cents,
      id: ids.orderedUuid(clock.now()),
      split,
      paymentIdentifierOf,
      now: clock.now(),
      limitMs: callLimitMs(timing.callMs),
    });
    await assertNewestOrder(tx, before);
    return { checkout: await writeChange(context, tx, before, checkout), charge };
  });
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
