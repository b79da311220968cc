import type { Transaction } from 'kysely';
import {
  type Connection,
  type Database,
  insertedRows,
  rowLock,
  sharedRowLock,
} from '../../platform/database/database.ts';
import { prepare } from '../../platform/database/prepare.ts';
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

export async function findMerchant(
  connection: LendingConnection,
  sponsorId: string,
  id: string,
): Promise<MerchantTable | undefined> {
  const { rows } = await selectMerchant(connection, { sponsorId, id });
  return rows[0];
}

const selectMerchant = prepare((db: LendingConnection, args: { sponsorId: string; id: string }) =>
  db
    .selectFrom('merchants')
    .selectAll()
    .where('sponsor_id', '=', args.sponsorId)
    .where('id', '=', args.id),
);

/** By external_org_id, else by contractor_id (lending decisions, 1, id equivalence). */
export function findMerchantByOwnId(
  connection: LendingConnection,
  sponsorId: string,
  id: string,
): Promise<MerchantTable | undefined> {
  return connection
    .selectFrom('merchants')
    .selectAll()
    .where('sponsor_id', '=', sponsorId)
    .where((where) =>
      where.or([where('external_org_id', '=', id), where('contractor_id', '=', id)]),
    )
    .orderBy((order) => order.case().when('external_org_id', '=', id).then(0).else(1).end())
    .executeTakeFirst();
}

/** The merchant, locked until the transaction ends, so that changes to it happen one by one. */
export function lockMerchant(
  tx: Transaction<LendingSchema>,
  database: Pick<Database<LendingSchema>, 'engine'>,
  sponsorId: string,
  id: string,
): Promise<MerchantTable> {
  return tx
    .selectFrom('merchants')
    .selectAll()
    .where('sponsor_id', '=', sponsorId)
    .where('id', '=', id)
    .$call(rowLock(database))
    .executeTakeFirstOrThrow();
}

/** Lets nobody change the merchant, or its users, until the transaction ends. */
export async function holdMerchant(
  tx: Transaction<LendingSchema>,
  database: Pick<Database<LendingSchema>, 'engine'>,
  sponsorId: string,
  id: string,
): Promise<void> {
  await tx
    .selectFrom('merchants')
    .select('id')
    .where('sponsor_id', '=', sponsorId)
    .where('id', '=', id)
    .$call(sharedRowLock(database))
    .execute();
}

/** Changes the merchant if it is still in the status that the caller decided by. */
export async function updateMerchant(
  connection: LendingConnection,
  { id, sponsor_id, status }: Pick<MerchantTable, 'id' | 'sponsor_id' | 'status'>,
  change: Partial<Omit<MerchantTable, 'id' | 'sponsor_id'>>,
): Promise<boolean> {
  const result = await connection
    .updateTable('merchants')
    .set(change)
    .where((row) => row.and({ id, sponsor_id, status }))
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}
