import { EventEmitter } from 'node:events';
import { Kysely, sql, type Transaction } from 'kysely';
import {
  type Database,
  DatabaseNotOpenedError,
  runCommitHooks,
  withLastSteps,
} from './database.ts';
import { AskingDialect } from './migration-lock.ts';
import { pipelinedPool } from './pipelined-pool.ts';
import { isForbidden, isLockTimeout, isRetryable } from './postgres-failures.ts';
import { withDirectConnection } from './prepare.ts';
import { CopyError } from './sqlite-copies.ts';

/** What is said of a PostgreSQL database that is to be copied or restored here. */
export const POSTGRES_TOOLS =
  'DATABASE_URL is set: PostgreSQL is backed up by pg_dump or pg_basebackup';

const poolSize = 16;
const lockTimeoutMs = 1_000;
const maxTries = 5;
/** Two: it may have been a deadlock, which is over then. Each wait keeps a connection from others. */
const maxLockWaits = 2;
/** Where no limit ends it sooner, a connection whose other end is gone is noticed after this. */
const keepAliveAfterMs = 10_000;

/** In milliseconds; 0: as long as it takes. */
export interface PostgresLimits {
  /** What the server gives a statement. */
  statementMs: number;
  /** What the server gives a transaction between two statements: it keeps others from its rows. */
  idleMs: number;
  /** How long the server may say nothing: longer than a few statements that go out together take. */
  answerMs: number;
  /** What a call waits for a connection, when none is free or none comes about. */
  connectMs: number;
}

export const REQUEST_LIMITS: PostgresLimits = {
  statementMs: 2_000,
  idleMs: 10_000,
  answerMs: 5_000,
  connectMs: 2_000,
};

/** Of migrations and whole-table checks. */
export const MAINTENANCE_LIMITS: PostgresLimits = {
  statementMs: 0,
  // A node that stands still, or was cut off, keeps others from whole tables.
  idleMs: 10_000,
  answerMs: 0,
  connectMs: 10_000,
};

interface OpeningOptions {
  mustExist?: boolean | undefined;
  onMigrationWait?: (() => void) | undefined;
}

/**
 * Opens a pool whose search path is `schemaName`, made when missing.
 * @throws DatabaseNotOpenedError when the session's settings are not taken, and when the schema is
 * missing although it must be there
 */
export async function openPostgres<Schema>(
  url: string,
  schemaName: string,
  limits: PostgresLimits,
  { mustExist = false, onMigrationWait }: OpeningOptions = {},
): Promise<Database<Schema>> {
  const settings = sessionSettings(schemaName, limits);
  const pool = pipelinedPool({
    connectionString: url,
    max: poolSize,
    answerMs: limits.answerMs,
    connectionTimeoutMillis: limits.connectMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveAfterMs,
    options: Object.entries(settings)
      .map(([name, value]) => `-c ${name}=${value.replaceAll(' ', '\\ ')}`)
      .join(' '),
  });
  const query = new Kysely<Schema>({ dialect: new AskingDialect({ pool }, onMigrationWait) });
  try {
    await assertTaken(query, settings);
    if (!(await hasSchema(query, schemaName))) {
      if (mustExist) throw new DatabaseNotOpenedError(noSchema(schemaName));
      await makeSchema(query, schemaName);
    }
  } catch (error) {
    await query.destroy();
    throw error;
  }
  const events = new EventEmitter();
  return {
    engine: 'postgres',
    query,
    events,
    transaction: (work) => withRetries(() => runOnce(query, events, work)),
    statement: (work) => withRetries(() => runAlone(query, events, work)),
    copyTo: () => Promise.reject(new CopyError(POSTGRES_TOOLS)),
    close: () => query.destroy(),
  };
}

async function hasSchema<Schema>(query: Kysely<Schema>, name: string): Promise<boolean> {
  const { rows } = await sql`select from pg_namespace where nspname = ${sql.lit(name)}`.execute(
    query,
  );
  return rows.length > 0;
}

function noSchema(name: string): string {
  return `DATABASE_URL: the database has no schema ${name}: nothing of it was ever kept there`;
}

/**
 * Takes the right to create in the database, also where the schema is there.
 * @throws DatabaseNotOpenedError without that right
 */
async function makeSchema<Schema>(query: Kysely<Schema>, name: string): Promise<void> {
  // Of two that look at once, both see that it is missing, and one is told that it is there.
  const statement = sql`create schema if not exists ${sql.ref(name)}`;
  try {
    await withRetries(() => statement.execute(query));
  } catch (error) {
    if (!isForbidden(error)) throw error;
    throw new DatabaseNotOpenedError(
      `DATABASE_URL: the role may not create the schema ${name}: let it create in the database, or make the schemas bff and lending for it beforehand`,
      { cause: error },
    );
  }
}

type SessionSettings = Readonly<Record<string, string>>;

function sessionSettings(
  schemaName: string,
  { statementMs, idleMs }: PostgresLimits,
): SessionSettings {
  return {
    search_path: schemaName,
    statement_timeout: String(statementMs),
    lock_timeout: String(lockTimeoutMs),
    idle_in_transaction_session_timeout: String(idleMs),
    // A statement that follows a lock has to see what its last holder wrote.
    default_transaction_isolation: 'read committed',
  };
}

/**
 * The `options` of an address replace those of the client, and a pooler may drop them: without them
 * tables would be made in another schema, and nothing would have a limit.
 * @throws DatabaseNotOpenedError
 */
async function assertTaken<Schema>(
  query: Kysely<Schema>,
  settings: SessionSettings,
): Promise<void> {
  const { rows } = await sql<{ name: string; setting: string }>`
    select name, setting from pg_settings where name in (${sql.join(Object.keys(settings).map(sql.lit))})
  `.execute(query);
  const lost = rows.filter(({ name, setting }) => setting !== settings[name]);
  if (lost.length === 0) return;
  const names = lost.map(({ name }) => name).join(', ');
  throw new DatabaseNotOpenedError(
    `DATABASE_URL: the server, or a pooler before it, does not take the settings of a session (${names}): leave \`options\` out of the address, and connect to PostgreSQL itself`,
  );
}

async function runOnce<Schema, T>(
  query: Kysely<Schema>,
  events: EventEmitter,
  work: (tx: Transaction<Schema>) => Promise<T>,
): Promise<T> {
  const { tx, value } = await query.transaction().execute(async (tx) => ({
    tx,
    value: await withDirectConnection(tx, (own) => withLastSteps(own, work)),
  }));
  runCommitHooks(tx, events);
  return value;
}

async function runAlone<Schema, T>(
  query: Kysely<Schema>,
  events: EventEmitter,
  work: (tx: Transaction<Schema>) => Promise<T>,
): Promise<T> {
  // A handle of its own, since commit hooks are kept by handle.
  const alone = query.withoutPlugins() as Transaction<Schema>;
  const value = await work(alone);
  runCommitHooks(alone, events);
  return value;
}

async function withRetries<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      const most = isLockTimeout(error) ? maxLockWaits : maxTries;
      if (attempt >= most || !isRetryable(error)) throw error;
    }
  }
}
