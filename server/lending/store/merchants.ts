import type { NotNull, Transaction } from 'kysely';
import {
  type Connection,
  type Database,
  insertedRows,
  rowLock,
} from '../../platform/database/database.ts';
import { prepare, prepareUnread } from '../../platform/database/prepare.ts';
import type { BankAccountRow, MerchantRow } from './schema/merchants.ts';
import type { LendingSchema } from './schema.ts';

type LendingConnection = Connection<LendingSchema>;

/** False when another merchant of the sponsor has one of the ids, or the onboarding's e-mail. */
export async function insertMerchant(
  connection: LendingConnection,
  merchant: MerchantRow,
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
): Promise<MerchantRow | undefined> {
  const { rows } = await selectMerchant(connection, { sponsorId, id });
  return rows[0];
}

/** The name of an application's merchant, as messages have it. */
export async function merchantNameOf(
  connection: LendingConnection,
  { sponsor_id, merchant_id }: { sponsor_id: string; merchant_id: string },
): Promise<string> {
  return (await findMerchant(connection, sponsor_id, merchant_id))?.business_name ?? '';
}

const selectMerchant = prepare((db: LendingConnection, args: { sponsorId: string; id: string }) =>
  db
    .selectFrom('merchants')
    .selectAll()
    .where('sponsor_id', '=', args.sponsorId)
    .where('id', '=', args.id),
);

/** By external_org_id, else by contractor_id (server/lending/DECISIONS.md, Conventions). */
export function findMerchantByOwnId(
  connection: LendingConnection,
  sponsorId: string,
  id: string,
): Promise<MerchantRow | undefined> {
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

/** True if a merchant of the sponsor was onboarded with this e-mail (lower case). */
export async function isOnboardingEmail(
  connection: LendingConnection,
  sponsorId: string,
  email: string,
): Promise<boolean> {
  const merchant = await connection
    .selectFrom('merchants')
    .select('id')
    .where('sponsor_id', '=', sponsorId)
    .where('user_business_email', '=', email)
    .executeTakeFirst();
  return merchant !== undefined;
}

/** The ids of all sponsors that have merchants. */
export async function listSponsorIds(connection: LendingConnection): Promise<string[]> {
  const rows = await connection.selectFrom('merchants').select('sponsor_id').distinct().execute();
  return rows.map(({ sponsor_id }) => sponsor_id);
}

/** The merchant, locked until the transaction ends, so that changes to it happen one by one. */
export function lockMerchant(
  tx: Transaction<LendingSchema>,
  database: Pick<Database<LendingSchema>, 'engine'>,
  sponsorId: string,
  id: string,
): Promise<MerchantRow> {
  return tx
    .selectFrom('merchants')
    .selectAll()
    .where('sponsor_id', '=', sponsorId)
    .where('id', '=', id)
    .$call(rowLock(database))
    .executeTakeFirstOrThrow();
}

/** Lets nobody change the merchant, or its users, until the transaction ends; on PostgreSQL. */
export const holdMerchant = prepareUnread(
  (db: LendingConnection, merchant: { sponsorId: string; id: string }) =>
    db
      .selectFrom('merchants')
      .select('id')
      .where('sponsor_id', '=', merchant.sponsorId)
      .where('id', '=', merchant.id)
      .forShare(),
);

/** Changes the merchant if it is still in the status that the caller decided by. */
export async function updateMerchant(
  connection: LendingConnection,
  { id, sponsor_id, status }: Pick<MerchantRow, 'id' | 'sponsor_id' | 'status'>,
  change: Partial<Omit<MerchantRow, 'id' | 'sponsor_id'>>,
): Promise<boolean> {
  const result = await connection
    .updateTable('merchants')
    .set(change)
    .where((row) => row.and({ id, sponsor_id, status }))
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** A merchant with what its list shows of its bank account and its products. */
type ListedMerchant = MerchantRow & {
  bank_account_status: BankAccountRow['status'] | null;
  micro_deposits_expire_at: number | null;
  selected_products_count: number;
};

/** The sponsor's merchants, the newest first. */
export function listMerchants(
  connection: LendingConnection,
  sponsorId: string,
): Promise<ListedMerchant[]> {
  return connection
    .selectFrom('merchants as merchant')
    .leftJoin('bank_accounts as account', (join) =>
      join
        .onRef('account.merchant_id', '=', 'merchant.id')
        .onRef('account.sponsor_id', '=', 'merchant.sponsor_id')
        .on('account.status', '<>', 'Replaced'),
    )
    .selectAll('merchant')
    .select((row) => [
      'account.status as bank_account_status',
      'account.micro_deposits_expire_at',
      row
        .selectFrom('selected_products as product')
        .select((product) => product.fn.countAll<number>().as('count'))
        .whereRef('product.sponsor_id', '=', 'merchant.sponsor_id')
        .whereRef('product.merchant_id', '=', 'merchant.id')
        .as('selected_products_count'),
    ])
    .where('merchant.sponsor_id', '=', sponsorId)
    .$narrowType<{ selected_products_count: NotNull }>()
    .orderBy('merchant.created_at', 'desc')
    .orderBy('merchant.id')
    .execute();
}

/** The products that a merchant offers. */
export async function selectedProductIds(
  connection: LendingConnection,
  sponsorId: string,
  merchantId: string,
): Promise<Set<string>> {
  const { rows } = await selectProductIds(connection, { sponsorId, merchantId });
  return new Set(rows.map((row) => row.product_id));
}

const selectProductIds = prepare(
  (db: LendingConnection, args: { sponsorId: string; merchantId: string }) =>
    db
      .selectFrom('selected_products')
      .select('product_id')
      .where('sponsor_id', '=', args.sponsorId)
      .where('merchant_id', '=', args.merchantId),
);

/** Puts these products in place of all that were selected. */
export async function replaceSelectedProducts(
  tx: Transaction<LendingSchema>,
  sponsorId: string,
  merchantId: string,
  productIds: ReadonlySet<string>,
): Promise<void> {
  await tx
    .deleteFrom('selected_products')
    .where('sponsor_id', '=', sponsorId)
    .where('merchant_id', '=', merchantId)
    .execute();
  if (productIds.size === 0) return;
  await tx
    .insertInto('selected_products')
    .values(
      [...productIds].map((product_id) => ({
        merchant_id: merchantId,
        product_id,
        sponsor_id: sponsorId,
      })),
    )
    .execute();
}
