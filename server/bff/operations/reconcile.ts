import type { DueWorkHandler, DueWorkResult } from '../../platform/due-work/runner.ts';
import type { BffContext } from '../context.ts';
import type { Checkout } from '../domain/checkout.ts';
import { isForgotten, nextReconcile, postponedUntil } from '../domain/polling.ts';
import { nextPurge, type Purge, purgeDue } from '../domain/retention.ts';
import { LenderError } from '../lender/lender-error.ts';
import {
  checkoutsWithOpenCalls,
  loadCheckout,
  lockCheckout,
  scheduleReconcile,
} from '../store/checkouts.ts';
import { deleteAccess, deleteCheckout } from '../store/purge.ts';
import { syncCheckout } from './sync-checkout.ts';
import { changeStored } from './write-checkout.ts';

/** While the lender cannot be read, it is asked no more often than this. */
const pauseMs = 15_000;

/** Reconciles a checkout with its lender until nothing more can happen to it, then deletes it. */
export function reconciler(context: BffContext): DueWorkHandler {
  return async ({ key: id, now }) => {
    const stored = await loadCheckout(context.database.query, id);
    if (stored === undefined) return 'done';
    if (purgeDue(stored, now) !== 'nothing') return purge(context, stored, now);
    if (isForgotten(stored, now)) return forget(context, stored, now);
    const postponed = postponedUntil(stored, now);
    if (postponed !== null) return { retryAt: postponed };
    let earliest = now;
    try {
      await syncCheckout(context, id);
    } catch (error) {
      if (!(error instanceof LenderError)) throw error;
      earliest = now + pauseMs;
    }
    const checkout = await loadCheckout(context.database.query, id);
    if (checkout === undefined) return 'done';
    return { retryAt: Math.max(nextReconcile(checkout, now), earliest) };
  };
}

/** It is not reconciled any more; opening it reads the lender again. */
async function forget(context: BffContext, stored: Checkout, now: number): Promise<DueWorkResult> {
  // A copy counts as a change: writing it sets `endedAt`, from which the purge counts.
  const { after } = await changeStored(context, stored.id, (checkout) =>
    checkout.endedAt === null ? { ...checkout } : checkout,
  );
  return { retryAt: nextPurge(after, now) };
}

async function purge(context: BffContext, checkout: Checkout, now: number): Promise<DueWorkResult> {
  const purged = await purgeCheckout(context, checkout.id, now);
  return purged === 'everything' ? 'done' : { retryAt: nextPurge(checkout, now) };
}

/**
 * Schedules a reconcile of each checkout whose call a process that died had begun. On PostgreSQL their
 * due work is written with their intents, since another process may be at work on them.
 */
export async function resumeCalls({ database, clock }: BffContext): Promise<void> {
  if (database.engine !== 'sqlite') return;
  const dueAt = clock.now();
  for (const id of await checkoutsWithOpenCalls(database.query)) {
    await database.transaction((tx) => scheduleReconcile(tx, id, dueAt));
  }
}

/** Deletes the parts of a checkout whose time is over. */
function purgeCheckout({ database, log }: BffContext, id: string, now: number): Promise<Purge> {
  return database.transaction(async (tx) => {
    const checkout = await lockCheckout(tx, database.engine, id);
    const due = checkout === undefined ? 'everything' : purgeDue(checkout, now);
    if (due === 'access') await deleteAccess(tx, id);
    if (due === 'everything') await deleteCheckout(tx, id);
    if (due !== 'nothing') log.debug({ event: 'purged', checkout_id: id, state: due });
    return due;
  });
}
