import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import pg from 'pg';
import { openDatabase } from '../../../../server/platform/database/open-database.ts';
import { bareEnvironment } from '../../../helpers/bare-environment.ts';
import { makeStorage } from '../../../helpers/storage.ts';

const skip = process.env.TEST_DATABASE_URL ? false : 'SQLite has no roles';
const mainFile = join(import.meta.dirname, '../../../../server/main.ts');

describe('a role of PostgreSQL that may not create in the database', { skip }, () => {
  it('opens a schema that was made for it', async (t) => {
    const { url, role, owner } = await limitedRole(t);
    await owner.query(`create schema bff authorization ${role}`);
    const database = await openDatabase({ file: '', url, schemaName: 'bff', migrations: {} });
    await database.close();
  });

  it('is told which right it lacks, where there is no schema', async (t) => {
    const { url } = await limitedRole(t);
    await assert.rejects(
      openDatabase({ file: '', url, schemaName: 'bff', migrations: {} }),
      /^DatabaseNotOpenedError: DATABASE_URL: the role may not create the schema bff: let it create/,
    );
  });

  it('is told of which table it is not the owner', async (t) => {
    const { url, role, owner } = await limitedRole(t);
    await owner.query(`create schema lending authorization ${role}`);
    await owner.query('create table lending.kysely_migration (name text, timestamp text)');
    const stderr = await new Promise<string>((resolve) => {
      const env = { ...bareEnvironment(), DATABASE_URL: url };
      const options = { env, timeout: 120_000 };
      execFile(process.execPath, [mainFile, 'verify-evidence'], options, (_, __, text) =>
        resolve(text),
      );
    });
    assert.match(stderr, /^Error: the tables of lending could not be brought up to date/);
    assert.match(stderr, /\nCaused by: .*permission denied for table kysely_migration/);
  });
});

it('verifying evidence makes no tables where there are none', { skip }, async (t) => {
  const { url, role, owner } = await limitedRole(t);
  await owner.query(`grant create on database ${new URL(url).pathname.slice(1)} to ${role}`);
  const options = {
    file: '',
    url,
    schemaName: 'lending',
    migrations: {},
    mustExist: true,
  } as const;
  await assert.rejects(openDatabase(options), {
    name: 'DatabaseNotOpenedError',
    message: /^DATABASE_URL: the database has no schema lending/,
  });
  const { rowCount } = await owner.query(`select from pg_namespace where nspname = 'lending'`);
  assert.equal(rowCount, 0);
});

/** An empty database, its owner's connection, and the address of a role with no rights in it. */
async function limitedRole(t: TestContext) {
  const storage = await makeStorage();
  const owner = new pg.Client({ connectionString: storage.databaseUrl });
  await owner.connect();
  const role = `limited_${randomBytes(8).toString('hex')}`;
  await owner.query(`create role ${role} login`);
  t.after(async () => {
    await owner.query(`drop owned by ${role} cascade`);
    await owner.query(`drop role ${role}`);
    await owner.end();
    await storage.remove();
  });
  const url = new URL(storage.databaseUrl ?? '');
  url.username = role;
  return { url: url.href, role, owner };
}
