import type { Transaction } from 'kysely';
import { type Connection, insertedRows } from '../../platform/database/database.ts';
import type { OfferCodeRow } from './schema/merchants.ts';
import type { LendingSchema } from './schema.ts';

type LendingConnection = Connection<LendingSchema>;

type OfMerchant = Pick<OfferCodeRow, 'sponsor_id' | 'merchant_id'>;

/**
 * Adds a code under the merchant's next number, which nobody else draws: the merchant is locked.
 * Undefined when the merchant has had a code of this name.
 */
export async function insertOfferCode(
  tx: Transaction<LendingSchema>,
  code: Omit<OfferCodeRow, 'id'>,
): Promise<OfferCodeRow | undefined> {
  const { last } = await tx
    .selectFrom('offer_codes')
    .select((row) => row.fn.max('id').as('last'))
    .where('sponsor_id', '=', code.sponsor_id)
    .where('merchant_id', '=', code.merchant_id)
    .executeTakeFirstOrThrow();
  const row = { ...code, id: Number(last ?? 0) + 1 };
  const result = await tx
    .insertInto('offer_codes')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return insertedRows(result) === 1 ? row : undefined;
}

/** Deleted ones too, in the order in which they were made. */
export function listOfferCodes(
  connection: LendingConnection,
  merchant: OfMerchant,
): Promise<OfferCodeRow[]> {
  return codesOf(connection, merchant).orderBy('id').execute();
}

export function findOfferCode(
  connection: LendingConnection,
  code: OfMerchant & Pick<OfferCodeRow, 'id'>,
): Promise<OfferCodeRow | undefined> {
  return codesOf(connection, code).where('id', '=', code.id).executeTakeFirst();
}

export function findOfferCodeByName(
  connection: LendingConnection,
  code: OfMerchant & Pick<OfferCodeRow, 'offer_code_name'>,
): Promise<OfferCodeRow | undefined> {
  return codesOf(connection, code)
    .where('offer_code_name', '=', code.offer_code_name)
    .executeTakeFirst();
}

function codesOf(connection: LendingConnection, { sponsor_id, merchant_id }: OfMerchant) {
  return connection
    .selectFrom('offer_codes')
    .selectAll()
    .where('sponsor_id', '=', sponsor_id)
    .where('merchant_id', '=', merchant_id);
}

/** Deletes a code for good; one that is deleted already stays as it is. */
export async function deleteOfferCode(
  connection: LendingConnection,
  { sponsor_id, merchant_id, id }: OfMerchant & Pick<OfferCodeRow, 'id'>,
  at: number,
): Promise<void> {
  await connection
    .updateTable('offer_codes')
    .set({ is_deleted: 1, modified_at: at })
    .where('sponsor_id', '=', sponsor_id)
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .where('is_deleted', '=', 0)
    .execute();
}
