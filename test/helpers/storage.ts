import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { scratchRoot } from './scratch.ts';

/** An empty place for databases: a folder for SQLite, or a PostgreSQL database of its own. */
export interface Storage {
  folder: string;
  databaseUrl?: string;
  remove(): Promise<void>;
}

/** SQLite files unless `TEST_DATABASE_URL` names a PostgreSQL server (see `npm run test:postgres`). */
export async function makeStorage(): Promise<Storage> {
  const folder = await mkdtemp(join(await scratchRoot(), 'soft-pull-'));
  const serverUrl = process.env.TEST_DATABASE_URL;
  if (!serverUrl) return { folder, remove: () => rm(folder, { recursive: true }) };
  const name = `test_${randomBytes(8).toString('hex')}`;
  await administer(serverUrl, `create database ${name}`);
  const databaseUrl = new URL(serverUrl);
  databaseUrl.pathname = `/${name}`;
  return {
    folder,
    databaseUrl: databaseUrl.href,
    remove: async () => {
      await administer(serverUrl, `drop database ${name} with (force)`);
      await rm(folder, { recursive: true });
    },
  };
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
