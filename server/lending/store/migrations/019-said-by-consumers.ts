import { type Kysely, sql } from 'kysely';
import { createTable } from '../../../platform/database/tables.ts';
import type { LendingSchema } from '../schema.ts';

/**
 * The numbers whose owners texted STOP, with those of evidence that is there: of an invitation both
 * the one that was invited and the one that was given later, since the evidence names neither.
 */
export async function createStoppedNumbers(db: Kysely<unknown>): Promise<void> {
  await createTable(
    db,
    'stopped_numbers',
    { sponsor_id: 'text', phone: 'text', stopped_at: 'integer' },
    { primaryKey: ['sponsor_id', 'phone'] },
  );
  await sql`insert into stopped_numbers (sponsor_id, phone, stopped_at)
    select event.sponsor_id, known.phone, max(event.accepted_at)
    from consent_events as event
    join (
      select id, phone from applications
      union all
      select application_id, phone from invitations
    ) as known on known.id = event.application_id
    where event.consent_type = 'revocation'
      and (event.text_id is null or event.text_id <> 'esign_consent')
      and known.phone <> ''
    group by event.sponsor_id, known.phone`.execute(db);
  // A reply names its number alone.
  await sql`create index invitations_phone on invitations (sponsor_id, phone) where phone is not null`.execute(
    db,
  );
  // Revocations are found by their application.
  await sql`drop index consent_events_revocations`.execute(db);
}

/** Takes away what applicants said of their purchase where the rest was shredded, and has the others sealed. */
export async function sealPurchaseDescriptions(db: Kysely<LendingSchema>): Promise<void> {
  await db
    .updateTable('applications')
    .set({ purchase_description: null })
    .where('applicant_sealed', '=', '')
    .execute();
  await sql`insert into due_work (kind, key, scope, lane, payload, due_at, attempts, version, leased_until)
    select distinct 'seal_stored_texts', sponsor_id, sponsor_id, '', 'null', 0, 0, 1, 0 from applications
    where purchase_description is not null
    on conflict do nothing`.execute(db);
}
