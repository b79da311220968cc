import assert from 'node:assert/strict';
import { join } from 'node:path';
import { it } from 'node:test';
import { nextAttempt, openInquiry } from '../../../../server/lending/store/bureau-inquiries.ts';
import { lendingMigrations } from '../../../../server/lending/store/migrations.ts';
import type { LendingSchema } from '../../../../server/lending/store/schema.ts';
import { openDatabase } from '../../../../server/platform/database/open-database.ts';
import { openDatabaseGate } from '../../../helpers/database-gate.ts';
import { makeStorage } from '../../../helpers/storage.ts';

const isPostgres = process.env.TEST_DATABASE_URL !== undefined;

it('an inquiry is written down in one go with what comes next, and counted', async (t) => {
  const storage = await makeStorage();
  const gate = isPostgres ? await openDatabaseGate(storage.databaseUrl ?? '') : undefined;
  const database = await openDatabase<LendingSchema>({
    file: join(storage.folder, 'lending.db'),
    url: gate?.url,
    schemaName: 'lending',
    migrations: lendingMigrations,
  });
  t.after(async () => {
    await database.close();
    await gate?.shut();
    await storage.remove();
  });
  const application = { sponsor_id: 's', external_application_id: 'a' };
  const next = () => database.transaction((tx) => nextAttempt(tx, application));
  assert.equal(await next(), 1);
  const before = gate?.turns ?? 0;
  await database.transaction((tx) =>
    openInquiry(tx, { ...application, id: 'i', attempt: 1, created_at: 1 }),
  );
  if (gate) assert.equal(gate.turns - before, 1);
  assert.equal(await next(), 2);
});
