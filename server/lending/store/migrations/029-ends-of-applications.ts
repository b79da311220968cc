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
