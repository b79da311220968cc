import type { ClaimedWork, DueWorkResult } from '../../../platform/due-work/runner.ts';
import type { LendingContext } from '../../context.ts';
import { afterLetters, shredLater } from '../../domain/retention.ts';
import { scheduleEvidenceEnd } from './end-evidence.ts';
import { openApplicant } from '../../store/applicant-secrets.ts';
import { findApplication, lockApplication } from '../../store/applications.ts';
import { lockPerson } from '../../store/persons.ts';
import {
  deleteUnusedReport,
  hasMailToSend,
  shredApplicant,
} from '../../store/shredded-applicants.ts';

/**
 * Shreds what the applicant of an application said, and the bureau's report, when their time is over
 * (lending decisions, 3.3): the sealed text goes with its data key. Names and contact stay, and so
 * do the keyed digests by which the person is known again. A repeat changes nothing.
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
    const retryAt = shredLater(application, config.environment, now);
    if (retryAt !== null) return { retryAt };
    await scheduleEvidenceEnd(tx, application, now);
    if (application.applicant_sealed === '') return 'done';
    if (await hasMailToSend(tx, application)) return { retryAt: afterLetters(now) };
    const { ssn } = openApplicant(sealer, application);
    await shredApplicant(tx, sealer, application, { ssnLast4: ssn.slice(-4), at: now });
    await deleteUnusedReport(tx, application);
    return 'done';
  });
}
