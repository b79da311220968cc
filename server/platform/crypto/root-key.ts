import { randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Connection, Database } from '../database/database.ts';
import { createTable } from '../database/tables.ts';
import { createFieldSealer, type FieldSealer, SealedFieldError } from './sealed-fields.ts';

const KEY_BYTES = 32;

/** What a root key is wrapped by: 32 bytes each. */
export interface EncryptionKeys {
  current: Uint8Array;
  /** No longer wrapped with, but still read. */
  previous: readonly Uint8Array[];
}

export interface RootKeyOptions {
  keys: EncryptionKeys;
  /** Whose root key it is: one that is moved to another database does not open there. */
  owner: 'bff' | 'lending';
  /** Has a row as soon as anything was sealed. */
  firstTable: 'checkouts' | 'merchants';
}

/** The data was sealed by another key; the message is for whoever set it. */
export class WrongKeyError extends Error {
  override readonly name = 'WrongKeyError';
}

export function createRootKey(db: Kysely<unknown>): Promise<void> {
  return createTable(
    db,
    'root_keys',
    { owner: 'text', wrapped: 'text' },
    { primaryKey: ['owner'] },
  );
}

/**
 * The key that everything in a database is sealed by: 32 bytes. It stands there wrapped by the
 * encryption key, so that another encryption key takes over by one row, and the one before it opens
 * nothing from then on. It is made at the first start; where data was sealed before there was one, it
 * is the encryption key itself.
 *
 * @returns `isRewrapped`: a previous key has just been replaced
 * @throws WrongKeyError
 */
export function openRootKey<Schema>(
  database: Database<Schema>,
  options: RootKeyOptions,
): Promise<{ rootKey: Uint8Array; isRewrapped: boolean }> {
  const wrapping = wrappingOf(options.keys);
  const place = placeOf(options);
  return database.transaction(async (tx) => {
    const stored = (await findWrapped(tx, options)) ?? (await make(tx, wrapping, options));
    const rootKey = unwrap(wrapping, stored, options);
    if (wrapping.isByCurrentKey(stored)) return { rootKey, isRewrapped: false };
    const wrapped = wrapping.seal(Buffer.from(rootKey).toString('base64url'), place);
    await sql`update root_keys set wrapped = ${wrapped} where owner = ${options.owner}`.execute(tx);
    return { rootKey, isRewrapped: true };
  });
}

/** The same for a command, which writes nothing. @throws WrongKeyError */
export async function readRootKey<Schema>(
  connection: Connection<Schema>,
  options: Omit<RootKeyOptions, 'firstTable'>,
): Promise<Uint8Array> {
  const stored = await findWrapped(connection, options);
  if (stored === undefined) return options.keys.current;
  return unwrap(wrappingOf(options.keys), stored, options);
}

type Owner = Pick<RootKeyOptions, 'owner'>;

function wrappingOf({ current, previous }: EncryptionKeys): FieldSealer {
  return createFieldSealer(current, { previousKeys: previous });
}

function placeOf({ owner }: Owner): string {
  return `${owner}|root_keys|wrapped`;
}

async function findWrapped<Schema>(
  connection: Connection<Schema>,
  { owner }: Owner,
): Promise<string | undefined> {
  const { rows } = await sql<{ wrapped: string }>`
    select wrapped from root_keys where owner = ${owner}`.execute(connection);
  return rows[0]?.wrapped;
}

/** Several processes may begin at once: the first one's key is everybody's. */
async function make<Schema>(
  tx: Connection<Schema>,
  wrapping: FieldSealer,
  { keys, owner, firstTable }: RootKeyOptions,
): Promise<string> {
  const { rows } = await sql`select 1 from ${sql.table(firstTable)} limit 1`.execute(tx);
  if (rows.length > 0 && keys.previous.length > 0) {
    throw new WrongKeyError(
      `the data of ${owner} is of an earlier version: start it once with the ENCRYPTION_KEY it was sealed by and without ENCRYPTION_KEYS_PREVIOUS`,
    );
  }
  const rootKey = Buffer.from(rows.length > 0 ? keys.current : randomBytes(KEY_BYTES));
  const wrapped = wrapping.seal(rootKey.toString('base64url'), placeOf({ owner }));
  await sql`insert into root_keys (owner, wrapped) values (${owner}, ${wrapped})
    on conflict do nothing`.execute(tx);
  return (await findWrapped(tx, { owner })) ?? wrapped;
}

function unwrap(wrapping: FieldSealer, stored: string, { owner }: Owner): Uint8Array {
  try {
    return Buffer.from(wrapping.open(stored, placeOf({ owner })), 'base64url');
  } catch (error) {
    if (!(error instanceof SealedFieldError)) throw error;
    throw new WrongKeyError(
      `ENCRYPTION_KEY, or sandbox.key in DATA_DIR, is wrong: the data of ${owner} was sealed by another one, which ENCRYPTION_KEYS_PREVIOUS may name`,
      { cause: error },
    );
  }
}
