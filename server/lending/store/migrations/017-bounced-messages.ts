import { type Kysely, sql } from 'kysely';

/** Asked for before each message, and few: none of those that arrived. */
export async function indexBouncedMessages(db: Kysely<unknown>): Promise<void> {
  await sql`create index messages_bounced on messages (sponsor_id, recipient) where status = 'Bounced'`.execute(
    db,
  );
}
