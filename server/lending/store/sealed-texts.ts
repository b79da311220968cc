import { sql, type Transaction } from 'kysely';
import type { FieldSealer } from '../../platform/crypto/sealed-fields.ts';
import type { Database } from '../../platform/database/database.ts';
import type { LendingSchema } from './schema.ts';

/** Texts that only whoever has the key may read, by the table and column that they stand in. */
const sealedTexts = [
  ['messages', 'text'],
  ['messages', 'links'],
  ['documents', 'content'],
  ['letters', 'content'],
  ['applications', 'decline_reasons'],
  ['applications', 'purchase_description'],
] as const;

type SealedText = (typeof sealedTexts)[number];

export type SealedColumn = `${SealedText[0]}|${SealedText[1]}` | 'consent_events|ip_address';

interface Place {
  sponsor_id: string;
  /** Of the row, or of the chain that an address stands in. */
  id: string;
}

export function sealText(
  sealer: FieldSealer,
  column: SealedColumn,
  place: Place,
  plain: string,
): string {
  return sealer.seal(plain, aadOf(column, place));
}

/**
 * The text as it was written. One that was stored before texts were sealed stands there as it is.
 * @throws SealedFieldError when a sealed one does not open
 */
export function openText(
  sealer: FieldSealer,
  column: SealedColumn,
  place: Place,
  stored: string,
): string {
  return isSealed(stored) ? sealer.open(stored, aadOf(column, place)) : stored;
}

/** Neither a sentence nor JSON, HTML or an address has this form. */
const sealedForm = /^[0-9a-f]{12}\.[\w-]{80,}\.[\w-]{38,}$/;

export function isSealed(stored: string): boolean {
  return sealedForm.test(stored);
}

function aadOf(column: SealedColumn, { sponsor_id, id }: Place): string {
  return `${sponsor_id}|${column}|${id}`;
}

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
  table: SealedText[0];
  column: SealedText[1];
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
    const place = `${table}|${column}` as SealedColumn;
    const sealed = sealText(sealer, place, { sponsor_id: sponsorId, id }, stored);
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${sealed}
      where id = ${id} and ${sql.ref(column)} = ${stored}`.execute(tx);
  }
  return rows.length < atOnce ? undefined : rows.at(-1)?.id;
}
