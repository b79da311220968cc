import { type Migration, Migrator } from 'kysely/migration';
import type { Database } from './database.ts';
import { MAINTENANCE_LIMITS, openPostgres, REQUEST_LIMITS } from './postgres.ts';
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
}

/**
 * Opens the database and brings its tables up to date, each migration in a transaction.
 *
 * @throws DatabaseInUseError when another process holds the SQLite file; DatabaseNotWritableError
 * when its disk is full or fails; DatabaseDamagedError when what is
 * there cannot be read; Error when the tables are newer than this program.
 */
export async function openDatabase<Schema>(options: DatabaseOptions): Promise<Database<Schema>> {
  const { url, schemaName, hasNoTimeout = false } = options;
  if (!url) return openFile(options);
  const patient = await openPostgres<Schema>(url, schemaName, MAINTENANCE_LIMITS);
  const migrating = await migrated(patient, options);
  if (hasNoTimeout) return migrating;
  await migrating.close();
  return openPostgres<Schema>(url, schemaName, REQUEST_LIMITS);
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

async function migrate<Schema>(
  database: Database<Schema>,
  { schemaName, migrations }: DatabaseOptions,
): Promise<void> {
  const migrator = new Migrator({
    db: database.query,
    provider: { getMigrations: () => Promise.resolve({ ...migrations }) },
    ...(database.engine === 'postgres' && { migrationTableSchema: schemaName }),
  });
  const { error } = await migrator.migrateToLatest();
  if (error) {
    throw new Error(`the tables of ${schemaName} could not be brought up to date`, {
      cause: error,
    });
  }
}
