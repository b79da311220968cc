import type { Transaction } from 'kysely';
import { afterCommit } from '../../platform/database/database.ts';
import { schedule, unschedule } from '../../platform/due-work/due-work.ts';
import type { BffContext } from '../context.ts';
import type { Checkout } from '../domain/checkout.ts';
import { assertCheckoutMove } from '../domain/checkout-machine.ts';
import { isEnded, nextLook } from '../domain/following.ts';
import { stepOf } from '../domain/step.ts';
import { BffError } from '../errors.ts';
import { announceStep } from '../step-feed.ts';
import { saveCharge } from '../store/charges.ts';
import { insertCheckout, lockCheckout, updateCheckout } from '../store/checkouts.ts';
import type { BffSchema } from '../store/schema.ts';
import { saveSoftPull } from '../store/soft-pulls.ts';

/** Kind of the due work that looks at a checkout without anybody asking. */
export const RECONCILE = 'reconcile';

/** What a change was decided by is not so any more: another change came first. */
export class StaleReadingError extends Error {
  override readonly name = 'StaleReadingError';
}

export interface Changed {
  readonly before: Checkout;
  readonly after: Checkout;
}

/**
 * Loads the checkout, lets `change` decide, and writes all of it in one transaction. Returning the
 * checkout as it was writes nothing.
 * @throws BffError `not_found`; IllegalMoveError; OrderAlreadyChargedError; StaleReadingError when
 * `ifVersion` is given and has passed; whatever `change` throws
 */
export function changeCheckout(
  context: BffContext,
  id: string,
  change: (checkout: Checkout) => Checkout,
  { ifVersion }: { ifVersion?: number } = {},
): Promise<Changed> {
  const { database } = context;
  return database.transaction(async (tx) => {
    const before = await lockCheckout(tx, database.engine, id);
    if (before === undefined) throw new BffError('not_found');
    if (ifVersion !== undefined && before.version !== ifVersion) {
      throw new StaleReadingError(`checkout ${id} is at version ${before.version}`);
    }
    const after = await writeChange(context, tx, before, change(before));
    return { before, after };
  });
}

/** The part of `changeCheckout` within a transaction of the caller's, who holds the lock. */
export async function writeChange(
  context: BffContext,
  tx: Transaction<BffSchema>,
  before: Checkout,
  wanted: Checkout,
): Promise<Checkout> {
  if (isSame(before, wanted)) return before;
  const [from, to] = [stepOf(before), stepOf(wanted)];
  assertCheckoutMove(from.screen, to.screen);
  const hasNewStep = JSON.stringify(from) !== JSON.stringify(to);
  const after: Checkout = {
    ...wanted,
    endedAt: isEnded(wanted) ? (before.endedAt ?? context.clock.now()) : null,
    version: before.version + 1,
    stepNumber: before.stepNumber + (hasNewStep ? 1 : 0),
  };
  const placement = { screen: to.screen, fromVersion: before.version };
  if (!(await updateCheckout(tx, after, placement))) {
    throw new StaleReadingError(`checkout ${before.id} was changed under its lock`);
  }
  await saveParts(tx, before, after);
  await scheduleLook(context, tx, after);
  if (hasNewStep) noteStep(context, tx, after, from.screen === to.screen ? null : to.screen);
  return after;
}

/** Most readings of the lender bring nothing new; what is the same is not written again. */
function isSame(before: Checkout, wanted: Checkout): boolean {
  return wanted === before || JSON.stringify(wanted) === JSON.stringify(before);
}

/** Writes a new checkout. */
export async function writeNew(
  context: BffContext,
  tx: Transaction<BffSchema>,
  checkout: Checkout,
): Promise<void> {
  const { screen } = stepOf(checkout);
  await insertCheckout(tx, checkout, { screen, now: context.clock.now() });
  await scheduleLook(context, tx, checkout);
  noteStep(context, tx, checkout, screen);
}

async function saveParts(
  tx: Transaction<BffSchema>,
  before: Checkout,
  after: Checkout,
): Promise<void> {
  if (after.softPull !== null && after.softPull !== before.softPull) {
    await saveSoftPull(tx, after.id, after.softPull);
  }
  for (const charge of after.charges) {
    if (!before.charges.includes(charge)) await saveCharge(tx, after, charge);
  }
}

async function scheduleLook(
  { clock }: BffContext,
  tx: Transaction<BffSchema>,
  checkout: Checkout,
): Promise<void> {
  const dueAt = nextLook(checkout, clock.now());
  if (dueAt === null) await unschedule(tx, RECONCILE, checkout.id);
  else await schedule(tx, { kind: RECONCILE, key: checkout.id, scope: '', dueAt });
}

function noteStep(
  { metrics, log }: BffContext,
  tx: Transaction<BffSchema>,
  checkout: Checkout,
  newScreen: string | null,
): void {
  announceStep(tx, checkout.id);
  if (newScreen === null) return;
  afterCommit(tx, () => {
    metrics.noteStep(newScreen);
    log.info({ event: 'step', checkout_id: checkout.id, state: newScreen });
  });
}
