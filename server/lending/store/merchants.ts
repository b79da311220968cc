import { type Connection, insertedRows } from '../../platform/database/database.ts';
import type { LendingSchema, MerchantTable } from './schema.ts';

type LendingConnection = Connection<LendingSchema>;

/** False when another merchant of the sponsor has one of the ids. */
export async function insertMerchant(
  connection: LendingConnection,
  merchant: MerchantTable,
): Promise<boolean> {
  const result = await connection
    .insertInto('merchants')
    .values(merchant)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return insertedRows(result) === 1;
}

export function findMerchant(
  connection: LendingConnection,
  sponsorId: string,
  id: string,
): Promise<MerchantTable | undefined> {
  return connection
    .selectFrom('merchants')
    .selectAll()
    .where('sponsor_id', '=', sponsorId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** The sponsor's merchant whose contractor_id or external_org_id is one of the ids. */
export function findMerchantByOwnId(
  connection: LendingConnection,
  sponsorId: string,
  ids: readonly string[],
): Promise<MerchantTable | undefined> {
  return connection
    .selectFrom('merchants')
    .selectAll()
    .where('sponsor_id', '=', sponsorId)
    .where((where) =>
      where.or([where('contractor_id', 'in', [...ids]), where('external_org_id', 'in', [...ids])]),
    )
    .executeTakeFirst();
}
