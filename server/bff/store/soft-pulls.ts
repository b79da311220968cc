import type { Transaction } from 'kysely';
import type { Connection } from '../../platform/database/database.ts';
import type { SoftPull } from '../domain/soft-pull.ts';
import type { BffSchema } from './schema.ts';

export async function loadSoftPull(
  db: Connection<BffSchema>,
  checkoutId: string,
): Promise<SoftPull | null> {
  const row = await db
    .selectFrom('soft_pulls')
    .selectAll()
    .where('checkout_id', '=', checkoutId)
    .executeTakeFirst();
  if (row === undefined) return null;
  return {
    id: row.id,
    state: row.state,
    fingerprint: row.fingerprint,
    startedAt: row.started_at,
    deadlineAt: row.deadline_at,
    offersShown: JSON.parse(row.offers_shown) as string[],
    widgetVersion: row.widget_version,
  };
}

/** Writes the one soft pull of a checkout. */
export async function saveSoftPull(
  tx: Transaction<BffSchema>,
  checkoutId: string,
  softPull: SoftPull,
): Promise<void> {
  const row = {
    state: softPull.state,
    fingerprint: softPull.fingerprint,
    started_at: softPull.startedAt,
    deadline_at: softPull.deadlineAt,
    offers_shown: JSON.stringify(softPull.offersShown),
    widget_version: softPull.widgetVersion,
  };
  await tx
    .insertInto('soft_pulls')
    .values({ ...row, id: softPull.id, checkout_id: checkoutId })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute();
}
