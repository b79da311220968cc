import { sql, type Transaction } from 'kysely';
import type { FieldSealer } from '../../platform/crypto/sealed-fields.ts';
import type { Database } from '../../platform/database/database.ts';
import type { LendingSchema } from './schema.ts';
import { isSealed, sealedTexts, sealText } from './sealed-texts.ts';

/** Seals what of a sponsor's texts stands unsealed, some rows a transaction. */
export async function sealStoredTexts(
  database: Database<LendingSchema>,
  sealer: FieldSealer,
  sponsorId: string,
  atOnce: number,
): Promise<void> {
  for (const [table, column] of sealedTexts) {
    let after: string | undefined = '';
    while (after !== undefined) {
      const place: Part = { table, column, sponsorId, after, atOnce };
      after = await database.transaction((tx) => sealPart(tx, sealer, place));
    }
  }
}

interface Part {
  table: (typeof sealedTexts)[number][0];
  column: (typeof sealedTexts)[number][1];
  sponsorId: string;
  /** The id of the row before the first one. */
  after: string;
  atOnce: number;
}

/** Answers the id of the last row that was looked at, or undefined after the last part. */
async function sealPart(
  tx: Transaction<LendingSchema>,
  sealer: FieldSealer,
  { table, column, sponsorId, after, atOnce }: Part,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string; stored: string | null }>`
    select id, ${sql.ref(column)} as stored from ${sql.table(table)}
    where sponsor_id = ${sponsorId} and id > ${after} order by id limit ${atOnce}`.execute(tx);
  for (const { id, stored } of rows) {
    if (stored === null || isSealed(stored)) continue;
    // The pairs of a table and its column are those of `sealedTexts`.
    const place = `${table}|${column}` as Parameters<typeof sealText>[1];
    const sealed = sealText(sealer, place, { sponsor_id: sponsorId, id }, stored);
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${sealed}
      where id = ${id} and ${sql.ref(column)} = ${stored}`.execute(tx);
  }
  return rows.length < atOnce ? undefined : rows.at(-1)?.id;
}
