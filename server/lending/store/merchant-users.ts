import { type Connection, insertedRows } from '../../platform/database/database.ts';
import type { LendingSchema, MerchantTable, MerchantUserTable } from './schema.ts';

type LendingConnection = Connection<LendingSchema>;

/** False when another user of the sponsor has the user_id or the e-mail. */
export async function insertMerchantUser(
  connection: LendingConnection,
  user: MerchantUserTable,
): Promise<boolean> {
  const result = await connection
    .insertInto('merchant_users')
    .values(user)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return insertedRows(result) === 1;
}

export function findMerchantUser(
  connection: LendingConnection,
  sponsorId: string,
  userId: string,
): Promise<MerchantUserTable | undefined> {
  return connection
    .selectFrom('merchant_users')
    .selectAll()
    .where('sponsor_id', '=', sponsorId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

export async function isEmailTaken(
  connection: LendingConnection,
  sponsorId: string,
  email: string,
): Promise<boolean> {
  const user = await connection
    .selectFrom('merchant_users')
    .select('id')
    .where('sponsor_id', '=', sponsorId)
    .where('email', '=', email)
    .executeTakeFirst();
  return user !== undefined;
}

export function listActiveAdmins(
  connection: LendingConnection,
  sponsorId: string,
  merchantId: string,
): Promise<MerchantUserTable[]> {
  return connection
    .selectFrom('merchant_users')
    .selectAll()
    .where('sponsor_id', '=', sponsorId)
    .where('merchant_id', '=', merchantId)
    .where('user_type', '=', 'Admin')
    .where('status', '=', 'Active')
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** The merchant's first Admin, from now on Active: there is one as soon as there is a merchant. */
export async function activateAdmin(
  connection: LendingConnection,
  { id, sponsor_id }: Pick<MerchantTable, 'id' | 'sponsor_id'>,
  now: number,
): Promise<MerchantUserTable> {
  const first = await connection
    .selectFrom('merchant_users')
    .select('id')
    .where('sponsor_id', '=', sponsor_id)
    .where('merchant_id', '=', id)
    .where('user_type', '=', 'Admin')
    .orderBy('created_at')
    .orderBy('id')
    .executeTakeFirstOrThrow();
  return connection
    .updateTable('merchant_users')
    .set({ status: 'Active', modified_at: now })
    .where('id', '=', first.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
