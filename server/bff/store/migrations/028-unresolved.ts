import { type Kysely, sql } from 'kysely';

/** What a person has to ask the lender about is counted without going through all that there is. */
export async function indexUnresolved(db: Kysely<unknown>): Promise<void> {
  for (const table of ['charges', 'refunds']) {
    await db.schema
      .createIndex(`${table}_unresolved`)
      .on(table)
      .column('checkout_id')
      .where(sql.ref('state'), '=', sql.lit('unresolved'))
      .execute();
  }
}
