import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DatabaseOptions } from '../../server/platform/database/open-database.ts';
import { openDatabase } from '../../server/platform/database/open-database.ts';
import { scratchRoot } from './scratch.ts';
import type { Storage } from './storage.ts';

type Tables = Pick<DatabaseOptions, 'schemaName' | 'migrations'>;

/** Files as the migrations leave them, each made once in a process. */
const files = new Map<Tables['schemaName'], Promise<Buffer>>();

/**
 * A new SQLite file with the tables of today in it, and nothing else: `openDatabase` then has no
 * migration to run, which takes most of the time of an opening. On PostgreSQL it does nothing.
 */
export async function putEmptyTables(storage: Storage, tables: Tables): Promise<void> {
  if (storage.databaseUrl !== undefined) return;
  const { schemaName } = tables;
  const bytes = files.get(schemaName) ?? migratedFile(tables);
  files.set(schemaName, bytes);
  await writeFile(join(storage.folder, `${schemaName}.db`), await bytes);
}

async function migratedFile(tables: Tables): Promise<Buffer> {
  const folder = await mkdtemp(join(await scratchRoot(), 'soft-pull-tables-'));
  const file = join(folder, `${tables.schemaName}.db`);
  try {
    await (await openDatabase({ ...tables, file })).close();
    return await readFile(file);
  } finally {
    await rm(folder, { recursive: true });
  }
}
