import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import {
  type Database,
  DatabaseTooNewError,
  DatabaseUnavailableError,
  TablesHeldError,
} from './database.ts';
import { ASK_AGAIN_AFTER_MS } from './migration-lock.ts';
import {
  MAINTENANCE_LIMITS,
  openPostgres,
  type PostgresLimits,
  REQUEST_LIMITS,
} from './postgres.ts';
import {
  isLockTimeout,
  isRetryable,
  openingFailure as serverFailure,
} from './postgres-failures.ts';
import { openSqlite } from './sqlite.ts';
import { openingFailure } from './sqlite-failures.ts';

export interface DatabaseOptions {
  /** The SQLite file; used when there is no `url`. */
  file: string;
  /** A PostgreSQL connection string. */
  url?: string | undefined;
  /** The PostgreSQL schema that holds the tables. */
  schemaName: 'bff' | 'lending';
  migrations: Readonly<Record<string, Migration>>;
  /** No statement is cut off by its time: for a command that reads everything there is. */
  hasNoTimeout?: boolean;
  /** A schema of PostgreSQL that is missing is not made: for a command that only reads. */
  mustExist?: boolean;
  /**
   * How long a migration asks again for tables that others hold. It waits for each no longer than calls
   * may wait for it, because what comes after it waits, too.
   */
  lockedWithinMs?: number;
  /** Called before the wait for another node that migrates. */
  onMigrationWait?: () => void;
}

/**
 * Opens the database and brings its tables up to date, each migration in a transaction.
 *
 * @throws DatabaseInUseError when another process holds the SQLite file; DatabaseNotWritableError
 * when its disk is full or fails; DatabaseDamagedError when what is
 * there cannot be read; DatabaseNotOpenedError for a PostgreSQL that is away or refuses; DatabaseTooNewError
 * when a newer program made its tables; TablesHeldError when other sessions
 * hold them; Error when they cannot be brought up to date.
 */
export async function openDatabase<Schema>(options: DatabaseOptions): Promise<Database<Schema>> {
  const { url, hasNoTimeout = false } = options;
  if (!url) return openFile(options);
  const maintenance = await openServer<Schema>(url, options, MAINTENANCE_LIMITS);
  const migrating = await migrated(maintenance, options);
  if (hasNoTimeout) return migrating;
  await migrating.close();
  return openServer<Schema>(url, options, REQUEST_LIMITS);
}

async function openServer<Schema>(
  url: string,
  options: DatabaseOptions,
  limits: PostgresLimits,
): Promise<Database<Schema>> {
  try {
    return await openPostgres<Schema>(url, options.schemaName, limits, options);
  } catch (error) {
    throw serverFailure(error);
  }
}

async function openFile<Schema>(options: DatabaseOptions): Promise<Database<Schema>> {
  const { file } = options;
  try {
    return await migrated(openSqlite<Schema>(file), options);
  } catch (error) {
    throw openingFailure(error, file);
  }
}

async function migrated<Schema>(
  database: Database<Schema>,
  options: DatabaseOptions,
): Promise<Database<Schema>> {
  try {
    await migrate(database, options);
  } catch (error) {
    await database.close();
    throw error;
  }
  return database;
}

const usuallyLockedWithinMs = 120_000;

async function migrate<Schema>(
  database: Database<Schema>,
  { schemaName, migrations, lockedWithinMs = usuallyLockedWithinMs }: DatabaseOptions,
): Promise<void> {
  const migrator = new Migrator({
    db: database.query,
    provider: { getMigrations: () => Promise.resolve({ ...migrations }) },
    ...(database.engine === 'postgres' && { migrationTableSchema: schemaName }),
  });
  const deadline = performance.now() + lockedWithinMs;
  for (;;) {
    const { error } = await migrator.migrateToLatest();
    if (!error) return;
    const unknown = (await namesOf(database)).find((name) => !Object.hasOwn(migrations, name));
    if (unknown !== undefined) {
      throw new DatabaseTooNewError(
        `the tables of ${schemaName} are newer than this program, which does not know ${unknown}: start the version that made them, or restore a backup of before it`,
        { cause: error },
      );
    }
    if (!isRetryable(error) || performance.now() > deadline) {
      const what = `the tables of ${schemaName} could not be brought up to date`;
      if (isLockTimeout(error)) {
        throw new TablesHeldError(
          `${what}: other sessions of PostgreSQL hold them (pg_locks), such as a dump that runs, or a transaction that was left open: start again when these have ended`,
          { cause: error },
        );
      }
      const why = error instanceof DatabaseUnavailableError ? `: ${error.message}` : '';
      throw new Error(`${what}${why}`, { cause: error });
    }
    await sleep(ASK_AGAIN_AFTER_MS);
  }
}

/** Of the migrations that the tables have had; none where they cannot be read. */
async function namesOf<Schema>({ query }: Database<Schema>): Promise<string[]> {
  try {
    const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(query);
    return rows.map(({ name }) => name);
  } catch {
    return [];
  }
}
