import type { Transaction } from 'kysely';
import type { Screen } from '../../../widget/contract/step.ts';
import type { CalendarDate } from '../../platform/calendar/calendar-date.ts';
import { easternDate } from '../../platform/calendar/eastern-time.ts';
import { afterCommit } from '../../platform/database/database.ts';
import { announceStep } from '../concurrency/step-feed.ts';
import type { BffContext } from '../context.ts';
import type { Charge } from '../domain/charge.ts';
import { allCharges, type Checkout, hasSameCharges } from '../domain/checkout.ts';
import { assertCheckoutTransition } from '../domain/checkout-machine.ts';
import { type FunnelSums, opened, sumsBetween } from '../domain/funnel.ts';
import { isCalling, isEnded, isSooner, nextReconcile } from '../domain/polling.ts';
import type { Refund } from '../domain/refund.ts';
import { type Settlement, settlementsBetween } from '../domain/settlement.ts';
import { stepOf } from '../domain/step.ts';
import { timelineAfter, type WebhookEvent, webhookEventsOf } from '../domain/timeline.ts';
import { BffError } from '../errors.ts';
import { type ChangedCharge, saveCharge } from '../store/charges.ts';
import {
  insertCheckout,
  lockCheckout,
  scheduleReconcile,
  updateCheckout,
} from '../store/checkouts.ts';
import { addToDay } from '../store/daily-sums.ts';
import { saveRefund } from '../store/refunds.ts';
import type { BffSchema } from '../store/schema.ts';
import { addSettlement } from '../store/settlements.ts';
import { recordWebhooks } from './record-webhooks.ts';

// `changeStored` locks the checkout and lets `change` decide; `changeLoaded` tries it on a checkout that
// is at hand first. A caller in a transaction of its own calls `lockStored` and `writeChange`.

/** Returns the same checkout if there is nothing to change. */
export type Change = (checkout: Checkout) => Checkout;

/**
 * What is read and written before a change of this checkout, in its transaction, if there is one;
 * when it throws, nothing is.
 */
type WriteBefore = (tx: Transaction<BffSchema>, before: Checkout) => Promise<void>;

export interface Changed {
  readonly before: Checkout;
  readonly after: Checkout;
}

/** The stored checkout, which nobody else changes until the transaction ends. @throws BffError `not_found` */
export async function lockStored(
  tx: Transaction<BffSchema>,
  { engine }: BffContext['database'],
  id: string,
): Promise<Checkout> {
  const stored = await lockCheckout(tx, engine, id);
  if (stored === undefined) throw new BffError('not_found');
  return stored;
}

/**
 * Changes the checkout as it is stored.
 * @throws BffError `not_found`; IllegalTransitionError; OrderAlreadyChargedError; whatever `change` throws
 */
export function changeStored(
  context: BffContext,
  id: string,
  change: Change,
  writeBefore?: WriteBefore,
): Promise<Changed> {
  const { database } = context;
  return database.transaction(async (tx) => {
    const before = await lockStored(tx, database, id);
    const wanted = change(before);
    if (wanted !== before) await writeBefore?.(tx, before);
    return { before, after: await writeChange(context, tx, before, wanted) };
  });
}

/**
 * Changes the checkout that the caller has loaded, without loading it again, as long as it is the
 * stored one; else the stored one, for which `change` decides again.
 * @throws as `changeStored`
 */
export async function changeLoaded(
  context: BffContext,
  loaded: Checkout,
  change: Change,
  writeBefore?: WriteBefore,
): Promise<Changed> {
  try {
    return await writeIfCurrent(context, loaded, change(loaded), writeBefore);
  } catch (error) {
    if (!(error instanceof StaleCheckoutError)) throw error;
    return changeStored(context, loaded.id, change, writeBefore);
  }
}

/**
 * Writes what the caller wants of the checkout that it has loaded, and of no other.
 * @throws StaleCheckoutError when it is not the stored one any more, else as `changeStored`
 */
export async function writeIfCurrent(
  context: BffContext,
  loaded: Checkout,
  wanted: Checkout,
  writeBefore?: WriteBefore,
): Promise<Changed> {
  if (wanted === loaded) return { before: loaded, after: loaded };
  const planned = planChange(context, loaded, wanted);
  const { database } = context;
  // One statement is whole by itself, without the round trips of a transaction around it.
  if (isOneRow(planned) && writeBefore === undefined) {
    await database.statement((db) => writePlanned(context, db, planned));
    return planned;
  }
  await database.transaction(async (tx) => {
    await writeBefore?.(tx, loaded);
    await writePlanned(context, tx, planned);
  });
  return planned;
}

/** The stored checkout is not the one that a change was decided by: another change came first. */
export class StaleCheckoutError extends Error {
  override readonly name = 'StaleCheckoutError';
}

/** Writes a new checkout. */
export async function writeNew(
  context: BffContext,
  tx: Transaction<BffSchema>,
  checkout: Checkout,
): Promise<void> {
  const { screen } = stepOf(checkout);
  const reconcileAt = reconcileNeeded(context, checkout);
  await insertCheckout(tx, { ...checkout, reconcileAt }, screen);
  await addToDay(tx, checkout, { day: easternDate(context.clock.now()), sums: opened });
  if (reconcileAt !== null) await scheduleReconcile(tx, checkout.id, reconcileAt);
  announce(context, tx, { after: checkout, screen, changed: 'screen' });
}

/**
 * Writes a change within a transaction of the caller's, with all that follows from it. The checkout
 * as it was writes nothing.
 * @throws StaleCheckoutError; IllegalTransitionError; OrderAlreadyChargedError
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
interface PlannedChange {
  readonly before: Checkout;
  readonly after: Checkout;
  /** When the checkout must be reconciled, if no reconcile is due by then anyway. */
  readonly reconcileAt: number | null;
  readonly charges: readonly ChangedCharge[];
  readonly refunds: readonly Refund[];
  /** What the merchant's server is told. */
  readonly webhooks: readonly WebhookEvent[];
  readonly settlements: readonly Settlement[];
  /** What it adds to the sums of the day, which is that of the settlements. */
  readonly sums: FunnelSums | undefined;
  readonly day: CalendarDate;
  readonly screen: Screen;
  readonly changed: 'none' | 'step' | 'screen';
}

/** @throws IllegalTransitionError */
function planChange(context: BffContext, before: Checkout, wanted: Checkout): PlannedChange {
  const [from, to] = [stepOf(before), stepOf(wanted)];
  assertCheckoutTransition(from.screen, to.screen);
  const hasMoved = from.screen !== to.screen;
  const hasNewStep = hasMoved || !isSameJson(from, to);
  const reconcileAt = reconcileNeeded(context, wanted);
  const now = context.clock.now();
  const after: Checkout = {
    ...wanted,
    endedAt: isEnded(wanted, now) ? (before.endedAt ?? now) : null,
    reconcileAt: reconcileAt ?? wanted.reconcileAt,
    version: before.version + 1,
    timeline: timelineAfter(before, wanted, now),
    stepNumber: before.stepNumber + (hasNewStep ? 1 : 0),
  };
  const settlements = settlementsBetween(before, after, now);
  const step = hasNewStep ? 'step' : 'none';
  const changed = hasMoved ? 'screen' : step;
  return {
    before,
    after,
    reconcileAt,
    charges: changedCharges(before, after),
    refunds: after.refunds.filter((refund) => !before.refunds.includes(refund)),
    webhooks: webhookEventsOf(before, after),
    settlements,
    sums: sumsBetween(before, after, settlements),
    day: easternDate(now),
    screen: to.screen,
    changed,
  };
}

/** True if the checkout's own row is all that there is to write. */
function isOneRow({ reconcileAt, charges, refunds, webhooks, sums }: PlannedChange): boolean {
  const others = [...charges, ...refunds, ...webhooks];
  return reconcileAt === null && others.length === 0 && sums === undefined;
}

/** @throws StaleCheckoutError; OrderAlreadyChargedError */
async function writePlanned(
  context: BffContext,
  tx: Transaction<BffSchema>,
  planned: PlannedChange,
): Promise<void> {
  const { before, after, reconcileAt, charges, refunds, webhooks, settlements, sums, day } =
    planned;
  if (!(await updateCheckout(tx, planned))) {
    throw new StaleCheckoutError(`checkout ${before.id} is not at version ${before.version}`);
  }
  for (const charge of charges) await saveCharge(tx, after, charge);
  for (const refund of refunds) await saveRefund(tx, after, refund);
  await recordWebhooks(context, tx, after, webhooks);
  for (const settlement of settlements) await addSettlement(tx, after, settlement);
  if (sums !== undefined) await addToDay(tx, after, { day, sums });
  alarm(context, tx, planned);
  if (reconcileAt !== null) await scheduleReconcile(tx, after.id, reconcileAt);
  announce(context, tx, planned);
}

function changedCharges(before: Checkout, after: Checkout): readonly ChangedCharge[] {
  if (hasSameCharges(before, after)) return [];
  const known = new Map(allCharges(before).map((charge) => [charge.id, charge]));
  return allCharges(after)
    .map((charge) => ({ before: known.get(charge.id), after: charge }))
    .filter((changed) => changed.before !== changed.after);
}

/** When the change needs a reconcile, if none is due by then anyway. */
function reconcileNeeded({ clock, database }: BffContext, checkout: Checkout): number | null {
  // The call that begins brings its own end. On SQLite, where no other process could resume it,
  // what a process that died had begun is found at the next start.
  if (database.engine === 'sqlite' && isCalling(checkout)) return null;
  const now = clock.now();
  const dueAt = nextReconcile(checkout, now);
  return isSooner(dueAt, checkout, now) ? dueAt : null;
}

function isUnresolved({ state }: Charge | Refund): boolean {
  return state === 'unresolved';
}

/** Only the lender's lists or the merchant can say whether it happened: a person has to act. */
function alarm(
  { log }: BffContext,
  tx: Transaction<BffSchema>,
  { after, charges, refunds }: PlannedChange,
): void {
  const whose = { checkout_id: after.id, merchant_id: after.publishableKey };
  if (charges.some((charge) => isUnresolved(charge.after))) {
    afterCommit(tx, () => log.error({ event: 'charge_unresolved', ...whose }));
  }
  if (refunds.some(isUnresolved)) {
    afterCommit(tx, () => log.error({ event: 'refund_unresolved', ...whose }));
  }
}

/** To the open streams, and a new screen to those who run the BFF, once it is durable. */
function announce(
  { metrics, log }: BffContext,
  tx: Transaction<BffSchema>,
  { after, screen, changed }: Pick<PlannedChange, 'after' | 'screen' | 'changed'>,
): void {
  if (changed === 'none') return;
  announceStep(tx, after.id);
  if (changed === 'step') return;
  afterCommit(tx, () => {
    metrics.countStep(screen);
    log.debug({
      event: 'step',
      checkout_id: after.id,
      merchant_id: after.publishableKey,
      state: screen,
    });
  });
}

/**
 * True if two values are the same as JSON, the form in which they are stored and sent: what was
 * stored has lost the keys that are undefined in what was just read. Keys in another order count as
 * a difference, which at worst writes the same once more.
 */
export function isSameJson(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
