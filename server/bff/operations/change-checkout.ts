import type { Transaction } from 'kysely';
import type { Screen } from '../../../widget/contract/step.ts';
import { afterCommit } from '../../platform/database/database.ts';
import { schedule } from '../../platform/due-work/due-work.ts';
import type { BffContext } from '../context.ts';
import type { Charge } from '../domain/charge.ts';
import { allCharges, type Checkout } from '../domain/checkout.ts';
import { assertCheckoutMove } from '../domain/checkout-machine.ts';
import { isEnded } from '../domain/ending.ts';
import { isCalling, isSooner, nextLook } from '../domain/next-look.ts';
import { stepOf } from '../domain/step.ts';
import { BffError } from '../errors.ts';
import { announceStep } from '../step-feed.ts';
import { saveCharge } from '../store/charges.ts';
import { insertCheckout, lockCheckout, updateCheckout } from '../store/checkouts.ts';
import type { BffSchema } from '../store/schema.ts';

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
 * Lets `change` decide on the checkout and writes all of it in one transaction. Returning the
 * checkout as it was writes nothing. What a caller has loaded before is taken for what is stored
 * as long as its version is: only when it is not, the checkout is loaded again.
 * @throws BffError `not_found`; IllegalMoveError; OrderAlreadyChargedError; whatever `change` throws
 */
export async function changeCheckout(
  context: BffContext,
  known: Checkout | string,
  change: (checkout: Checkout) => Checkout,
): Promise<Changed> {
  if (typeof known === 'string') return changeStored(context, known, change);
  try {
    return await changeKnown(context, known, change);
  } catch (error) {
    if (!(error instanceof StaleReadingError)) throw error;
    return changeStored(context, known.id, change);
  }
}

/** As `changeCheckout`, but @throws StaleReadingError when the checkout is not as it is known. */
export async function changeKnown(
  context: BffContext,
  before: Checkout,
  change: (checkout: Checkout) => Checkout,
): Promise<Changed> {
  const wanted = change(before);
  if (wanted === before) return { before, after: before };
  const planned = planChange(context, before, wanted);
  // The checkout's own row is often all that there is to write.
  const isOneRow = planned.look === null && planned.charges.length === 0;
  await context.database[isOneRow ? 'statement' : 'transaction']((tx) =>
    writePlanned(context, tx, planned),
  );
  return planned;
}

function changeStored(
  context: BffContext,
  id: string,
  change: (checkout: Checkout) => Checkout,
): Promise<Changed> {
  const { database } = context;
  return database.transaction(async (tx) => {
    const before = await lockCheckout(tx, database.engine, id);
    if (before === undefined) throw new BffError('not_found');
    return { before, after: await writeChange(context, tx, before, change(before)) };
  });
}

/**
 * The part of `changeCheckout` within a transaction of the caller's.
 * @throws StaleReadingError when the checkout is not as it was before
 */
export async function writeChange(
  context: BffContext,
  tx: Transaction<BffSchema>,
  before: Checkout,
  wanted: Checkout,
): Promise<Checkout> {
  if (wanted === before) return before;
  const planned = planChange(context, before, wanted);
  await writePlanned(context, tx, planned);
  return planned.after;
}

/** A change with all that follows from it. */
interface PlannedChange extends Changed {
  /** When the checkout must be looked at, if not by then anyway. */
  look: number | null;
  charges: readonly Charge[];
  screen: Screen;
  news: 'none' | 'step' | 'screen';
}

function planChange(context: BffContext, before: Checkout, wanted: Checkout): PlannedChange {
  const [from, to] = [stepOf(before), stepOf(wanted)];
  assertCheckoutMove(from.screen, to.screen);
  const hasMoved = from.screen !== to.screen;
  const hasNewStep = hasMoved || JSON.stringify(from) !== JSON.stringify(to);
  const look = lookNeeded(context, wanted);
  const after: Checkout = {
    ...wanted,
    endedAt: isEnded(wanted) ? (before.endedAt ?? context.clock.now()) : null,
    lookAt: look ?? wanted.lookAt,
    version: before.version + 1,
    stepNumber: before.stepNumber + (hasNewStep ? 1 : 0),
  };
  const step = hasNewStep ? 'step' : 'none';
  const news = hasMoved ? 'screen' : step;
  return { before, after, look, charges: changedCharges(before, after), screen: to.screen, news };
}

async function writePlanned(
  context: BffContext,
  tx: Transaction<BffSchema>,
  { before, after, look, charges, screen, news }: PlannedChange,
): Promise<void> {
  if (!(await updateCheckout(tx, { before, after, screen }))) {
    throw new StaleReadingError(`checkout ${before.id} is not at version ${before.version}`);
  }
  for (const charge of charges) await saveCharge(tx, after, charge);
  if (look !== null) await scheduleLook(tx, after.id, look);
  if (news !== 'none') noteStep(context, tx, after, news === 'screen' ? screen : null);
}

/** Writes a new checkout. */
export async function writeNew(
  context: BffContext,
  tx: Transaction<BffSchema>,
  checkout: Checkout,
): Promise<void> {
  const { screen } = stepOf(checkout);
  const lookAt = lookNeeded(context, checkout);
  await insertCheckout(tx, { ...checkout, lookAt }, { screen, now: context.clock.now() });
  if (lookAt !== null) await scheduleLook(tx, checkout.id, lookAt);
  noteStep(context, tx, checkout, screen);
}

function changedCharges(before: Checkout, after: Checkout): readonly Charge[] {
  const isSame = after.charges === before.charges && after.laterCharges === before.laterCharges;
  if (isSame) return [];
  const known = allCharges(before);
  return allCharges(after).filter((charge) => !known.includes(charge));
}

/** When the change makes a look necessary that is not due by then anyway. */
function lookNeeded({ clock, database }: BffContext, checkout: Checkout): number | null {
  // The call that begins brings its own end. On SQLite, where no other process could take it up,
  // what a process that died had begun is found at the next start.
  if (database.engine === 'sqlite' && isCalling(checkout)) return null;
  const now = clock.now();
  const dueAt = nextLook(checkout, now);
  return isSooner(dueAt, checkout, now) ? dueAt : null;
}

function scheduleLook(tx: Transaction<BffSchema>, key: string, dueAt: number): Promise<void> {
  return schedule(tx, { kind: RECONCILE, key, scope: '', dueAt });
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
    log.debug({ event: 'step', checkout_id: checkout.id, state: newScreen });
  });
}
