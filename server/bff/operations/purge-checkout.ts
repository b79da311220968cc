import type { BffContext } from '../context.ts';
import { type Purge, purgeDue } from '../domain/retention.ts';
import { lockCheckout } from '../store/checkouts.ts';
import { deleteAccess, deleteCheckout } from '../store/purge.ts';

/** Deletes what of a checkout is kept no longer. */
export function purgeCheckout(
  { database, log }: BffContext,
  id: string,
  now: number,
): Promise<Purge> {
  return database.transaction(async (tx) => {
    const checkout = await lockCheckout(tx, database.engine, id);
    const due = checkout === undefined ? 'everything' : purgeDue(checkout, now);
    if (due === 'access') await deleteAccess(tx, id);
    if (due === 'everything') await deleteCheckout(tx, id);
    if (due !== 'nothing') log.debug({ event: 'purged', checkout_id: id, state: due });
    return due;
  });
}
