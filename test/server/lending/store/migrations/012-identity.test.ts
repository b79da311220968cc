import assert from 'node:assert/strict';
import { join } from 'node:path';
import { it } from 'node:test';
import { sql } from 'kysely';
import { lendingMigrations } from '../../../../../server/lending/store/migrations.ts';
import type { LendingSchema } from '../../../../../server/lending/store/schema.ts';
import { openDatabase } from '../../../../../server/platform/database/open-database.ts';
import { makeStorage } from '../../../../helpers/storage.ts';

const migration = '012_identity';

it('keeps the links of an earlier version, as ordinary ones, and lets a mailed one live beside', async () => {
  const storage = await makeStorage();
  const open = (migrations: typeof lendingMigrations) =>
    openDatabase<LendingSchema>({
      file: join(storage.folder, 'lending.db'),
      url: storage.databaseUrl,
      schemaName: 'lending',
      migrations,
    });
  const earlier = Object.fromEntries(
    Object.entries(lendingMigrations).filter(([name]) => name < migration),
  );
  const before = await open(earlier);
  const link = sql`insert into links (kind, subject_id, generation, sponsor_id, token_digest, status, failed_tries, expires_at, created_at)
    values ('charge', 'a charge', 2, 's', 'digest', 'live', 3, 9, 1)`;
  await link.execute(before.query);
  await before.close();
  const { query, close } = await open(lendingMigrations);
  const row = await query.selectFrom('links').selectAll().executeTakeFirstOrThrow();
  assert.partialDeepStrictEqual(row, { generation: 2, failed_tries: 3, is_mailed: 0 });
  const next = { ...row, generation: 3, token_digest: 'another' };
  await query
    .insertInto('links')
    .values({ ...next, is_mailed: 1 })
    .execute();
  const third = { ...next, generation: 4, token_digest: 'a third' };
  await assert.rejects(query.insertInto('links').values(third).execute());
  await close();
  await storage.remove();
});
