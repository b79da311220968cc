import type { Transaction } from 'kysely';
import type { SoftPull } from '../domain/soft-pull.ts';
import type { BffSchema, SoftPullTable } from './schema.ts';

/** The soft pull beside its checkout, under names of their own. */
export const softPullColumns = [
  'soft_pulls.id as soft_pull_id',
  'soft_pulls.state as soft_pull_state',
  'soft_pulls.fingerprint',
  'soft_pulls.started_at',
  'soft_pulls.deadline_at',
  'soft_pulls.offers_shown',
  'soft_pulls.widget_version',
] as const;

/** All of them are null where there is no soft pull. */
export interface SoftPullColumns {
  soft_pull_id: string | null;
  soft_pull_state: SoftPullTable['state'] | null;
  fingerprint: string | null;
  started_at: number | null;
  deadline_at: number | null;
  offers_shown: string | null;
  widget_version: string | null;
}

export function softPullOf(row: SoftPullColumns): SoftPull | null {
  const { soft_pull_id: id, soft_pull_state: state } = row;
  if (id === null || state === null) return null;
  return {
    id,
    state,
    fingerprint: row.fingerprint ?? '',
    startedAt: row.started_at ?? 0,
    deadlineAt: row.deadline_at ?? 0,
    offersShown: JSON.parse(row.offers_shown ?? '[]') as string[],
    widgetVersion: row.widget_version ?? '',
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
