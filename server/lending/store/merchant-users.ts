import type { Transaction } from 'kysely';
import { type Connection, insertedRows } from '../../platform/database/database.ts';
import { prepare } from '../../platform/database/prepare.ts';
import type { MerchantRow, MerchantUserRow } from './schema/merchants.ts';
import type { LendingSchema } from './schema.ts';

type LendingConnection = Connection<LendingSchema>;

/** False when another user of the sponsor has the user_id or the e-mail. */
export function insertMerchantUser(
  connection: LendingConnection,
  user: MerchantUserRow,
): Promise<boolean> {
  return insertMerchantUsers(connection, [user]);
}

/** False when others of the sponsor have some of the user_ids or e-mails; the rest was inserted. */
export async function insertMerchantUsers(
  connection: LendingConnection,
  users: readonly MerchantUserRow[],
): Promise<boolean> {
  const result = await connection
    .insertInto('merchant_users')
    .values([...users])
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return insertedRows(result) === users.length;
}

/** The users of a sponsor who have one of these user_ids or e-mails (lower case). */
export function findUsersNamed(
  connection: LendingConnection,
  sponsorId: string,
  { userIds, emails }: { userIds: readonly string[]; emails: readonly string[] },
): Promise<Pick<MerchantUserRow, 'id' | 'user_id' | 'email'>[]> {
  return connection
    .selectFrom('merchant_users')
    .select(['id', 'user_id', 'email'])
    .where('sponsor_id', '=', sponsorId)
    .where((user) => user.or([user('user_id', 'in', userIds), user('email', 'in', emails)]))
    .execute();
}

export async function findMerchantUser(
  connection: LendingConnection,
  sponsorId: string,
  userId: string,
): Promise<MerchantUserRow | undefined> {
  const { rows } = await selectUser(connection, { sponsorId, userId });
  return rows[0];
}

const selectUser = prepare((db: LendingConnection, args: { sponsorId: string; userId: string }) =>
  db
    .selectFrom('merchant_users')
    .selectAll()
    .where('sponsor_id', '=', args.sponsorId)
    .where('user_id', '=', args.userId),
);

/** The user with the state of its merchant. */
export async function findUserAndMerchant(
  connection: LendingConnection,
  sponsorId: string,
  userId: string,
): Promise<{ user: MerchantUserRow; merchantStatus: MerchantRow['status'] } | undefined> {
  const { rows } = await selectUserAndMerchant(connection, { sponsorId, userId });
  if (!rows[0]) return undefined;
  const { merchant_status: merchantStatus, ...user } = rows[0];
  return { user, merchantStatus };
}

const selectUserAndMerchant = prepare(
  (db: LendingConnection, args: { sponsorId: string; userId: string }) =>
    db
      .selectFrom('merchant_users')
      .innerJoin('merchants', 'merchants.id', 'merchant_users.merchant_id')
      .selectAll('merchant_users')
      .select('merchants.status as merchant_status')
      .where('merchant_users.sponsor_id', '=', args.sponsorId)
      .where('merchant_users.user_id', '=', args.userId),
);

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

/** The merchant's users in the order in which they came. */
export function listMerchantUsers(
  connection: LendingConnection,
  sponsorId: string,
  merchantId: string,
): Promise<MerchantUserRow[]> {
  return usersOf(connection, sponsorId, merchantId)
    .orderBy('created_at')
    .orderBy('user_id')
    .execute();
}

export function listActiveAdmins(
  connection: LendingConnection,
  sponsorId: string,
  merchantId: string,
): Promise<MerchantUserRow[]> {
  return adminsOf(connection, sponsorId, merchantId).where('status', '=', 'Active').execute();
}

/** Whom the merchant's invitation went to: there is one as soon as there is a merchant. */
export function findFirstAdmin(
  connection: LendingConnection,
  { id, sponsor_id }: Pick<MerchantRow, 'id' | 'sponsor_id'>,
): Promise<MerchantUserRow> {
  return adminsOf(connection, sponsor_id, id).executeTakeFirstOrThrow();
}

/** The first one first. */
function adminsOf(connection: LendingConnection, sponsorId: string, merchantId: string) {
  return usersOf(connection, sponsorId, merchantId)
    .where('user_type', '=', 'Admin')
    .orderBy('created_at')
    .orderBy('id');
}

function usersOf(connection: LendingConnection, sponsorId: string, merchantId: string) {
  return connection
    .selectFrom('merchant_users')
    .selectAll()
    .where('sponsor_id', '=', sponsorId)
    .where('merchant_id', '=', merchantId);
}

/** The merchant's first Admin, Active from now on; one that is not Invited any more stays as it is. */
export async function activateAdmin(
  connection: LendingConnection,
  merchant: Pick<MerchantRow, 'id' | 'sponsor_id'>,
  now: number,
): Promise<MerchantUserRow> {
  const first = await findFirstAdmin(connection, merchant);
  if (first.status !== 'Invited') return first;
  return connection
    .updateTable('merchant_users')
    .set({ status: 'Active', modified_at: now })
    .where('id', '=', first.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Changes the user if it is still in the status that the caller decided by. */
export async function updateMerchantUser(
  tx: Transaction<LendingSchema>,
  { id, sponsor_id, status }: Pick<MerchantUserRow, 'id' | 'sponsor_id' | 'status'>,
  change: Partial<Omit<MerchantUserRow, 'id' | 'sponsor_id' | 'merchant_id' | 'user_id'>>,
): Promise<MerchantUserRow> {
  return tx
    .updateTable('merchant_users')
    .set(change)
    .where('id', '=', id)
    .where('sponsor_id', '=', sponsor_id)
    .where('status', '=', status)
    .returningAll()
    .executeTakeFirstOrThrow();
}
