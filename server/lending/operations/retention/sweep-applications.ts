import type { Transaction } from 'kysely';
import { schedule } from '../../../platform/due-work/due-work.ts';
import type { ClaimedWork, DueWorkResult } from '../../../platform/due-work/runner.ts';
import type { LendingContext } from '../../context.ts';
import { applicantDataKeptUntil, nextSweep, sweptUntil } from '../../domain/retention.ts';
import type { LendingSchema, MerchantTable } from '../../store/schema.ts';
import { applicationsToSweep, type SweepCursor } from '../../store/shredded-applicants.ts';
import { APPLICANT_SHRED, RETENTION_SWEEP } from './retention-timers.ts';

const APPLICATIONS_AT_ONCE = 500;
const START: SweepCursor = { created_at: 0, id: '' };

/** Lets the applications of a new merchant be looked at every day. */
export function scheduleSweep(
  tx: Transaction<LendingSchema>,
  { id, sponsor_id }: Pick<MerchantTable, 'id' | 'sponsor_id'>,
  now: number,
): Promise<void> {
  return schedule(tx, {
    kind: RETENTION_SWEEP,
    key: id,
    scope: sponsor_id,
    dueAt: nextSweep(now),
  });
}

/**
 * Schedules the shredding of the merchant's applications that come due in the next days. An
 * application's own insert is spared this: it is what every soft pull waits for. Each part and how
 * far it came are one transaction, so that after a crash the next run goes on there.
 */
export async function sweepApplications(
  context: LendingContext,
  { key, scope, now, payload }: Pick<ClaimedWork, 'key' | 'scope' | 'now' | 'payload'>,
): Promise<DueWorkResult> {
  const { environment } = context.config;
  const merchant = { sponsor_id: scope, merchant_id: key };
  const until = sweptUntil(environment, now);
  // Written by this operation alone.
  let after = (payload as SweepCursor | null) ?? START;
  for (;;) {
    const from = after;
    after = await context.database.transaction(async (tx) => {
      const found = await applicationsToSweep(tx, merchant, {
        after: from,
        until,
        limit: APPLICATIONS_AT_ONCE,
      });
      for (const application of found) {
        const dueAt = applicantDataKeptUntil(application, environment);
        await schedule(tx, { kind: APPLICANT_SHRED, key: application.id, scope, dueAt });
      }
      const last = found.at(-1) ?? from;
      const reached = { created_at: last.created_at, id: last.id };
      const dueAt = nextSweep(now);
      await schedule(tx, { kind: RETENTION_SWEEP, key, scope, dueAt, payload: reached });
      return reached;
    });
    // The row was scheduled again above, and that one stays.
    if (after.created_at === from.created_at && after.id === from.id) return 'done';
  }
}
