import { type Kysely, sql } from 'kysely';
import type { LendingSchema } from '../schema.ts';

const sevenYearsMs = (7 * 365 + 2) * 86_400_000;

/** The work to end the evidence of soft pulls that were taken back, which nothing led to until now. */
export async function endTakenBackEvidence(db: Kysely<LendingSchema>): Promise<void> {
  // The chain of an onboarding has the merchant's id.
  await sql`insert into due_work (kind, key, scope, lane, payload, due_at, attempts, version, leased_until)
    select 'evidence_end', head.application_id, head.sponsor_id, '', 'null',
      event.accepted_at + ${sql.lit(sevenYearsMs)}, 0, 1, 0
    from evidence_heads as head
    join consent_events as event
      on event.application_id = head.application_id and event.position = head.position
    where not exists (select 1 from applications where id = head.application_id)
      and not exists (select 1 from merchants where id = head.application_id)
    on conflict do nothing`.execute(db);
}
