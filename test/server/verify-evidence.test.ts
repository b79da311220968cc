import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { describe, it, type TestContext } from 'node:test';
import { lendingMigrations } from '../../server/lending/store/migrations.ts';
import type { LendingSchema } from '../../server/lending/store/schema.ts';
import { recordConsents } from '../../server/lending/store/consent-events.ts';
import { sealTotals } from '../../server/lending/store/evidence-totals.ts';
import { openDatabase } from '../../server/platform/database/open-database.ts';
import { createFieldSealer } from '../../server/platform/crypto/sealed-fields.ts';
import { seededIds } from '../../server/platform/ids.ts';
import { makeStorage, type Storage } from '../helpers/storage.ts';
import { join } from 'node:path';

const key = Buffer.alloc(32, 7);
const mainFile = join(import.meta.dirname, '../../server/main.ts');

function verifyEvidence({ folder, databaseUrl }: Storage) {
  const environment = {
    DATA_DIR: folder,
    ENCRYPTION_KEY: key.toString('base64'),
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  };
  const options = { env: { ...process.env, ...environment }, timeout: 20_000 };
  return new Promise<{ code: unknown; stdout: string; stderr: string }>((resolve) => {
    execFile(process.execPath, [mainFile, 'verify-evidence'], options, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout, stderr }),
    );
  });
}

const open = ({ folder, databaseUrl }: Storage) =>
  openDatabase<LendingSchema>({
    file: join(folder, 'lending.db'),
    url: databaseUrl,
    schemaName: 'lending',
    migrations: lendingMigrations,
  });

const tools = {
  ids: seededIds('evidence', 1),
  sealer: createFieldSealer(key),
};

async function storageWithEvidence(t: TestContext): Promise<Storage> {
  const storage = await makeStorage();
  t.after(() => storage.remove());
  const database = await open(storage);
  const consent = {
    sponsorId: 'sponsor@example.test',
    applicationId: 'application-1',
    subjectHash: 'person',
    action: 'checked',
    locale: 'en',
    acceptedAt: 1,
    collectedBy: 'hosted',
  } as const;
  await sealTotals(database, tools.sealer);
  await database.transaction((tx) =>
    recordConsents(tx, { ...tools, database }, 'application-1', [
      { ...consent, consentType: 'esign' },
      { ...consent, consentType: 'privacy_ack' },
    ]),
  );
  await database.close();
  return storage;
}

describe('npm run verify-evidence', () => {
  it('says how much is right', async (t) => {
    const storage = await storageWithEvidence(t);
    assert.deepEqual(await verifyEvidence(storage), {
      code: 0,
      stdout: '2 rows of 1 chains are right.\n',
      stderr: '',
    });
  });

  it('fails, and names the first row that is not', async (t) => {
    const storage = await storageWithEvidence(t);
    const database = await open(storage);
    await database.query
      .updateTable('consent_events')
      .set({ locale: 'es' })
      .where('position', '=', 2)
      .execute();
    await database.close();
    const { code, stdout } = await verifyEvidence(storage);
    assert.equal(code, 1);
    assert.equal(
      stdout,
      'chain application-1, row 2: the row was changed. Before it 1 rows of 1 chains are right.\n',
    );
  });

  it('says in one line that there is nothing to verify', async (t) => {
    const { folder, remove } = await makeStorage();
    t.after(remove);
    const { code, stderr } = await verifyEvidence({ folder, remove });
    assert.equal(code, 1);
    assert.match(stderr, /^there is no .*lending\.db: [^\n]+\n$/);
  });
});
