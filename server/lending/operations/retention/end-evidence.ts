import type { Transaction } from 'kysely';
import { schedule } from '../../../platform/due-work/due-work.ts';
import type { ClaimedWork, DueWorkResult } from '../../../platform/due-work/runner.ts';
import type { LendingContext } from '../../context.ts';
import { evidenceKeptUntil, lookAgainAtEvidence } from '../../domain/retention.ts';
import { lockApplication } from '../../store/applications.ts';
import { deleteEvidence } from '../../store/evidence-ends.ts';
import { lastSmsAt } from '../../store/messages.ts';
import type { ApplicationTable, LendingSchema } from '../../store/schema.ts';
import { hasSmsRevocation } from '../../store/sms-consent.ts';
import { EVIDENCE_END } from './retention-timers.ts';

/** Lets an application's evidence be looked at, long before its time is over. */
export function scheduleEvidenceEnd(
  tx: Transaction<LendingSchema>,
  { id, sponsor_id }: Pick<ApplicationTable, 'id' | 'sponsor_id'>,
  now: number,
): Promise<void> {
  return schedule(tx, { kind: EVIDENCE_END, key: id, scope: sponsor_id, dueAt: now });
}

/**
 * Deletes the evidence of an application, and what it was about, when its time is over (lending
 * decisions, 3.3). A STOP stays: it counts for as long as there are messages to anybody.
 */
export function endEvidence(
  context: LendingContext,
  { key, scope, now }: Pick<ClaimedWork, 'key' | 'scope' | 'now'>,
): Promise<DueWorkResult> {
  const { database } = context;
  return database.transaction(async (tx) => {
    const application = await lockApplication(tx, database, scope, key);
    if (!application) return 'done';
    const keptUntil = evidenceKeptUntil(application, await lastSmsAt(tx, application));
    if (keptUntil === null) return { retryAt: lookAgainAtEvidence(now) };
    if (now < keptUntil) return { retryAt: keptUntil };
    if (await hasSmsRevocation(tx, scope, key)) return 'done';
    await deleteEvidence(tx, context, application, now);
    return 'done';
  });
}
