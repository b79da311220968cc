import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Kysely, sql } from 'kysely';
import type { Connection, Database, Engine } from '../database/database.ts';
import { createTable } from '../database/tables.ts';
import { OperatorError } from '../operator-error.ts';
import { createFieldSealer, type FieldSealer, SealedFieldError } from './sealed-fields.ts';

const keyBytes = 32;

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
  firstTable: string;
}

/**
 * What was once done in a database, for ever. It stands behind the wrapped key, which does not open
 * without it or with another one: whoever can write to the database alone can neither set it nor
 * take it away, but can put back an earlier copy of the row as long as its encryption key is in use.
 */
export type RootKeyMark = 'evidence_totals';

/** The data was sealed by another key; the message is for whoever set it. */
export class WrongKeyError extends OperatorError {
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
  return database.transaction(async (tx) => {
    const stored =
      (await lockWrapped(tx, database, options)) ?? (await make(tx, wrapping, options));
    const rootKey = unwrap(wrapping, stored, options);
    if (wrapping.isByCurrentKey(stored)) return { rootKey, isRewrapped: false };
    await rewrap(tx, wrapping, options, { rootKey, mark: markOf(stored) });
    return { rootKey, isRewrapped: true };
  });
}

/**
 * Sets a mark, which the row then has for ever.
 *
 * @returns false when it was set already
 * @throws WrongKeyError
 */
export async function markRootKey<Schema>(
  tx: Connection<Schema>,
  database: { readonly engine: Engine },
  { mark, ...options }: Omit<RootKeyOptions, 'firstTable'> & { mark: RootKeyMark },
): Promise<boolean> {
  const stored = await lockWrapped(tx, database, options);
  if (stored === undefined) throw new Error(`${options.owner} has no root key to mark`);
  if (markOf(stored) === mark) return false;
  const wrapping = wrappingOf(options.keys);
  await rewrap(tx, wrapping, options, { rootKey: unwrap(wrapping, stored, options), mark });
  return true;
}

/** True if the row has the mark, which is only sure of a row whose key was opened. */
export async function isRootKeyMarked<Schema>(
  connection: Connection<Schema>,
  { owner, mark }: Owner & { mark: RootKeyMark },
): Promise<boolean> {
  const stored = await findWrapped(connection, { owner });
  return stored !== undefined && markOf(stored) === mark;
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

function placeOf({ owner }: Owner, mark: string | undefined): string {
  const place = `${owner}|root_keys|wrapped`;
  return mark === undefined ? place : `${place}|${mark}`;
}

/** What comes after the three parts of a sealed text. */
function markOf(stored: string): string | undefined {
  return stored.split('.')[3];
}

async function rewrap<Schema>(
  tx: Connection<Schema>,
  wrapping: FieldSealer,
  { owner }: Owner,
  { rootKey, mark }: { rootKey: Uint8Array; mark: string | undefined },
): Promise<void> {
  const sealed = wrapping.seal(
    Buffer.from(rootKey).toString('base64url'),
    placeOf({ owner }, mark),
  );
  const wrapped = mark === undefined ? sealed : `${sealed}.${mark}`;
  await sql`update root_keys set wrapped = ${wrapped} where owner = ${owner}`.execute(tx);
}

async function findWrapped<Schema>(
  connection: Connection<Schema>,
  { owner }: Owner,
): Promise<string | undefined> {
  const { rows } = await sql<{ wrapped: string }>`
    select wrapped from root_keys where owner = ${owner}`.execute(connection);
  return rows[0]?.wrapped;
}

/** Locked until the transaction ends: a key is wrapped again and marked by several processes at once. */
async function lockWrapped<Schema>(
  tx: Connection<Schema>,
  { engine }: { readonly engine: Engine },
  { owner }: Owner,
): Promise<string | undefined> {
  const { rows } = await sql<{ wrapped: string }>`
    select wrapped from root_keys where owner = ${owner}
    ${engine === 'postgres' ? sql`for update` : sql``}`.execute(tx);
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
  const rootKey = Buffer.from(rows.length > 0 ? keys.current : randomBytes(keyBytes));
  const wrapped = wrapping.seal(rootKey.toString('base64url'), placeOf({ owner }, undefined));
  await sql`insert into root_keys (owner, wrapped) values (${owner}, ${wrapped})
    on conflict do nothing`.execute(tx);
  return (await findWrapped(tx, { owner })) ?? wrapped;
}

function unwrap(wrapping: FieldSealer, stored: string, { owner }: Owner): Uint8Array {
  try {
    return Buffer.from(wrapping.open(stored, placeOf({ owner }, markOf(stored))), 'base64url');
  } catch (error) {
    if (!(error instanceof SealedFieldError)) throw error;
    throw new WrongKeyError(
      `ENCRYPTION_KEY, or sandbox.key in DATA_DIR, is wrong: the data of ${owner} was sealed by another one, which ENCRYPTION_KEYS_PREVIOUS may name`,
      { cause: error },
    );
  }
}

/** Reads 32 bytes of base64url. @throws RangeError, without the text, when it is anything else. */
export function parseKey(text: string): Buffer {
  const key = Buffer.from(text.trim(), 'base64url');
  if (key.length !== keyBytes) {
    throw new RangeError(`must be ${keyBytes} bytes in base64url (43 characters)`);
  }
  return key;
}

/**
 * The key in `file`. When there is none it is made once: of several processes the first one's key is
 * everybody's. It gets its name when it is whole and on disk, since nobody can read without it what
 * was sealed by it.
 */
export function readOrMakeKeyFile(file: string): Buffer {
  mkdirSync(dirname(file), { recursive: true });
  if (!existsSync(file)) makeKeyFile(file);
  return parseKey(readFileSync(file, 'utf8'));
}

function makeKeyFile(file: string): void {
  const unfinished = `${file}.unfinished-${randomUUID()}`;
  try {
    const text = `${randomBytes(keyBytes).toString('base64url')}\n`;
    writeFileSync(unfinished, text, { mode: 0o600, flag: 'wx', flush: true });
    linkSync(unfinished, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(unfinished, { force: true });
  }
}
