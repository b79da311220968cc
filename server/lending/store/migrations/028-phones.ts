import type { Kysely } from 'kysely';

/** A STOP counts at once: the applications of a number are not looked for among all of the sponsor's. */
export async function indexByPhone(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('applications_by_phone')
    .on('applications')
    .columns(['sponsor_id', 'phone'])
    .execute();
}
