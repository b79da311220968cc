import type { Kysely } from 'kysely';

/**
 * What is about an application is asked for beside its sponsor and in the order of its time, for which
 * SQLite would read all of the sponsor's.
 */
export async function indexByApplication(db: Kysely<unknown>): Promise<void> {
  for (const table of ['messages', 'events']) {
    await db.schema
      .createIndex(`${table}_of_application`)
      .on(table)
      .columns(['sponsor_id', 'application_id', 'created_at'])
      .execute();
    await db.schema.dropIndex(`${table}_index_application_id`).execute();
  }
}
