import { type Kysely, sql } from 'kysely';
import type { LendingSchema } from '../schema.ts';

/**
 * When an application, or the account that it led to, ended: its last change may be a later one, such as
 * a wrong answer on one of its links. Of an account that was paid off only the last change is known.
 */
export async function createEndsOfApplications(db: Kysely<LendingSchema>): Promise<void> {
  await db.schema.alterTable('applications').addColumn('ended_at', 'bigint').execute();
  await fillEndsOfApplications(db);
}

export async function fillEndsOfApplications(db: Kysely<LendingSchema>): Promise<void> {
  await sql`update applications set ended_at = coalesce(
      (select max(at) from application_history as history
        where history.application_id = applications.id and history.status = applications.status),
      modified_at)
    where status in ('Declined', 'Cancelled', 'Expired')`.execute(db);
  await sql`update applications set ended_at = modified_at
    where account_status = 'Closed' and ended_at is null`.execute(db);
}

/** The work to end, in its time, the evidence that says STOP, which an earlier version kept. */
export async function endEvidenceOfStops(db: Kysely<LendingSchema>): Promise<void> {
  await sql`insert into due_work (kind, key, scope, lane, payload, due_at, attempts, version, leased_until)
    select distinct 'evidence_end', application.id, application.sponsor_id, '', 'null', 0, 0, 1, 0
    from applications as application
    join consent_events as event on event.application_id = application.id
    where event.consent_type = 'revocation'
      and (event.text_id is null or event.text_id <> 'esign_consent')
    on conflict do nothing`.execute(db);
}

/** The work to shred, in their time, the reasons for a decline that an earlier version left. */
export async function shredLeftReasons(db: Kysely<LendingSchema>): Promise<void> {
  await sql`insert into due_work (kind, key, scope, lane, payload, due_at, attempts, version, leased_until)
    select 'applicant_shred', id, sponsor_id, '', 'null', 0, 0, 1, 0 from applications
    where applicant_sealed = '' and decline_reasons is not null
    on conflict do nothing`.execute(db);
}
