import type { Transaction } from 'kysely';
import { schedule } from '../../platform/due-work/due-work.ts';
import type { ClaimedWork, DueWorkResult } from '../../platform/due-work/runner.ts';
import type { LendingContext } from '../context.ts';
import {
  afterLetters,
  applicantDataKeptUntil,
  nextSweep,
  shredLater,
  sweptUntil,
} from '../domain/retention.ts';
import {
  applicationsToSweep,
  deleteDeclineReasons,
  openApplicant,
  type SweepCursor,
  shredApplicant,
} from '../store/applicants.ts';
import { findApplication, lockApplication } from '../store/applications.ts';
import { deleteUnusedReport } from '../store/bureau-inquiries.ts';
import { lastConsent } from '../store/consent-events.ts';
import { hasMailToSend } from '../store/letters.ts';
import { lockPerson } from '../store/persons.ts';
import type { ApplicationRow } from '../store/schema/applications.ts';
import type { MerchantRow } from '../store/schema/merchants.ts';
import type { LendingSchema } from '../store/schema.ts';
import { sealStoredTexts } from '../store/sealed-texts.ts';
import { timerKinds } from '../work-kinds.ts';

const applicationsAtOnce = 500;

const start: SweepCursor = { created_at: 0, id: '' };

/** Lets the applications of a new merchant be looked at every day. */
export function scheduleSweep(
  tx: Transaction<LendingSchema>,
  { id, sponsor_id }: Pick<MerchantRow, 'id' | 'sponsor_id'>,
  now: number,
): Promise<void> {
  return schedule(tx, {
    kind: timerKinds.retentionSweep,
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
  let after = (payload as SweepCursor | null) ?? start;
  for (;;) {
    const from = after;
    after = await context.database.transaction(async (tx) => {
      const found = await applicationsToSweep(tx, merchant, {
        after: from,
        until,
        limit: applicationsAtOnce,
      });
      for (const application of found) {
        // When its notice left is read when it is due.
        const kept = { ...application, notified_at: null };
        const dueAt = applicantDataKeptUntil(kept, environment);
        await schedule(tx, { kind: timerKinds.applicantShred, key: application.id, scope, dueAt });
      }
      const last = found.at(-1) ?? from;
      const reached = { created_at: last.created_at, id: last.id };
      const dueAt = nextSweep(now);
      await schedule(tx, { kind: timerKinds.retentionSweep, key, scope, dueAt, payload: reached });
      return reached;
    });
    // The row was scheduled again above, and that one stays.
    if (after.created_at === from.created_at && after.id === from.id) return 'done';
  }
}

/**
 * Shreds what the applicant of an application said, the bureau's report, and the reasons for a decline,
 * when their time is over (server/lending/DECISIONS.md, Retention): the sealed text goes with its data
 * key. Names and contact stay, and so do the keyed digests by which the person, and the body that came
 * with an Idempotency-Key, are known again. A repeat changes nothing.
 */
export async function shredApplication(
  context: LendingContext,
  { key, scope, now }: Pick<ClaimedWork, 'key' | 'scope' | 'now'>,
): Promise<DueWorkResult> {
  const { database, sealer, config } = context;
  const found = await findApplication(database.query, scope, key);
  if (!found) return 'done';
  return database.transaction(async (tx) => {
    // A new application of the person may be about to be decided on the same report.
    await lockPerson(tx, database, scope, found.person_index);
    const application = await lockApplication(tx, database, scope, key);
    if (!application) return 'done';
    const notice = await lastConsent(tx, application, 'aan_delivery');
    const kept = { ...application, notified_at: notice?.accepted_at ?? null };
    const retryAt = shredLater(kept, config.environment, now);
    if (retryAt !== null) return { retryAt };
    await scheduleEvidenceEnd(tx, application, now);
    if (application.applicant_sealed === '') {
      await deleteDeclineReasons(tx, application);
      return 'done';
    }
    if (await hasMailToSend(tx, application)) return { retryAt: afterLetters(now) };
    const { ssn } = openApplicant(sealer, application);
    await shredApplicant(tx, sealer, application, { ssnLast4: ssn.slice(-4), at: now });
    await deleteUnusedReport(tx, application);
    return 'done';
  });
}

/** Lets an application's evidence be looked at, long before its time is over. */
function scheduleEvidenceEnd(
  tx: Transaction<LendingSchema>,
  { id, sponsor_id }: Pick<ApplicationRow, 'id' | 'sponsor_id'>,
  now: number,
): Promise<void> {
  return schedule(tx, { kind: timerKinds.evidenceEnd, key: id, scope: sponsor_id, dueAt: now });
}

const textsAtOnce = 200;

/**
 * Seals the texts of a sponsor that were stored before texts were sealed. Begun again after a crash
 * it finds those that are sealed already and leaves them.
 */
export async function sealTextsOfSponsor(
  { database, sealer }: LendingContext,
  { scope }: { scope: string },
): Promise<DueWorkResult> {
  await sealStoredTexts(database, sealer, scope, textsAtOnce);
  return 'done';
}
