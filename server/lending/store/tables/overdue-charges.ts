import { type Kysely, sql } from 'kysely';

/** Finds the requests that are over while their timer is late among all that a merchant has had. */
export async function createOverdueCharges(db: Kysely<unknown>): Promise<void> {
  await sql`create index charge_requests_pending on charge_requests (sponsor_id, merchant_id, expires_at) where status = 'Pending'`.execute(
    db,
  );
}
