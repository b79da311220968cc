import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { describe, it, type TestContext } from 'node:test';
import { lendingMigrations } from '../../server/lending/store/migrations.ts';
import type { LendingSchema } from '../../server/lending/store/schema.ts';
import { type ConsentEvent, recordConsents } from '../../server/lending/store/consent-events.ts';
import { deleteEvidence } from '../../server/lending/store/evidence-ends.ts';
import { sealTotals } from '../../server/lending/store/evidence-totals.ts';
import { openDatabase } from '../../server/platform/database/open-database.ts';
import { createFieldSealer } from '../../server/platform/crypto/sealed-fields.ts';
import { seededIds } from '../../server/platform/ids.ts';
import { makeStorage, type Storage } from '../helpers/storage.ts';
import { join } from 'node:path';

const key = Buffer.alloc(32, 7);
const mainFile = join(import.meta.dirname, '../../server/main.ts');

function verifyEvidence({ folder, databaseUrl }: Storage, ...args: string[]) {
  const environment = {
    DATA_DIR: folder,
    ENCRYPTION_KEY: key.toString('base64'),
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  };
  const options = { env: { ...process.env, ...environment }, timeout: 20_000 };
  return new Promise<{ code: unknown; stdout: string; stderr: string }>((resolve) => {
    execFile(
      process.execPath,
      [mainFile, 'verify-evidence', ...args],
      options,
      (error, stdout, stderr) => resolve({ code: error?.code ?? 0, stdout, stderr }),
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

type ConsentType = ConsentEvent['consentType'];

async function addEvidence(storage: Storage, chain: string, ...types: ConsentType[]) {
  const database = await open(storage);
  await sealTotals(database, tools.sealer);
  await database.transaction((tx) =>
    recordConsents(
      tx,
      { ...tools, database },
      chain,
      types.map((consentType) => ({
        sponsorId: 'sponsor@example.test',
        applicationId: chain,
        subjectHash: 'person',
        consentType,
        action: 'checked',
        locale: 'en',
        acceptedAt: 1,
        collectedBy: 'hosted',
      })),
    ),
  );
  await database.close();
}

async function storageWithEvidence(t: TestContext): Promise<Storage> {
  const storage = await makeStorage();
  t.after(() => storage.remove());
  await addEvidence(storage, 'application-1', 'esign', 'privacy_ack');
  return storage;
}

const evidenceTables = ['consent_events', 'evidence_heads', 'evidence_totals'] as const;

/** Everything that the evidence is made of: with it, nothing in the database tells it was put back. */
async function copyEvidence(storage: Storage) {
  const database = await open(storage);
  const rows = await Promise.all(
    evidenceTables.map((table) => database.query.selectFrom(table).selectAll().execute()),
  );
  await database.close();
  return async () => {
    const again = await open(storage);
    for (const [index, table] of evidenceTables.entries()) {
      await again.query.deleteFrom(table).execute();
      await again.query
        .insertInto(table)
        .values(rows[index] as never[])
        .execute();
    }
    await again.close();
  };
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

describe('npm run verify-evidence -- --anchor FILE', () => {
  const anchorOf = ({ folder }: Storage) => join(folder, 'anchor');
  const verify = (storage: Storage, ...args: string[]) =>
    verifyEvidence(storage, '--anchor', anchorOf(storage), ...args);

  it('writes what to keep elsewhere, which tells a finder nothing', async (t) => {
    const storage = await storageWithEvidence(t);
    const { code, stdout } = await verify(storage);
    assert.equal(code, 0);
    assert.equal(stdout, '2 rows of 1 chains are right. The anchor is written.\n');
    assert.equal((await stat(anchorOf(storage))).mode & 0o777, 0o600);
    const text = await readFile(anchorOf(storage), 'utf8');
    assert.doesNotMatch(text, /application-1|sponsor|person/);
    const database = await open(storage);
    const heads = await database.query.selectFrom('evidence_heads').selectAll().execute();
    await database.close();
    for (const { row_hash, mac } of heads)
      assert.ok(!text.includes(row_hash) && !text.includes(mac));
  });

  it('agrees with what has only grown, and stays as it is until it is renewed', async (t) => {
    const storage = await storageWithEvidence(t);
    await verify(storage);
    const first = await readFile(anchorOf(storage), 'utf8');
    await addEvidence(storage, 'application-1', 'sms');
    await addEvidence(storage, 'application-2', 'sms');
    const { code, stdout } = await verify(storage);
    assert.equal(code, 0);
    assert.equal(stdout, '4 rows of 2 chains are right. They agree with the anchor.\n');
    assert.equal(await readFile(anchorOf(storage), 'utf8'), first);
    const renewed = await verify(storage, '--renew');
    assert.match(renewed.stdout, /The anchor is written/);
    assert.notEqual(await readFile(anchorOf(storage), 'utf8'), first);
    assert.equal((await verify(storage)).code, 0);
  });

  it('says that the whole database was put back, and which chain is shorter', async (t) => {
    const storage = await storageWithEvidence(t);
    const putBack = await copyEvidence(storage);
    await addEvidence(storage, 'application-1', 'sms', 'revocation');
    await verify(storage);
    await putBack();
    assert.equal((await verifyEvidence(storage)).code, 0, 'nothing inside shows it');
    const { code, stdout } = await verify(storage, '--renew');
    assert.equal(code, 1);
    assert.match(
      stdout,
      /^the whole database is older than the anchor of .*: application-1, it ends at row 2, and ended at row 4 /,
    );
    assert.equal((await verify(storage)).code, 1, 'it was renewed');
  });

  it('names a chain that was replaced since', async (t) => {
    const storage = await storageWithEvidence(t);
    const putBack = await copyEvidence(storage);
    await addEvidence(storage, 'application-1', 'sms', 'revocation');
    await verify(storage);
    await putBack();
    await addEvidence(storage, 'application-1', 'sms', 'marketing_sms', 'esign');
    const { code, stdout } = await verify(storage);
    assert.equal(code, 1);
    assert.match(stdout, /^chain application-1, row 4: another row was there when the anchor /);
  });

  it('takes a chain that the service has deleted for right, and one that is gone for cut', async (t) => {
    const storage = await storageWithEvidence(t);
    await addEvidence(storage, 'application-2', 'sms');
    const putBack = await copyEvidence(storage);
    await verify(storage);
    const database = await open(storage);
    const id = 'application-1';
    await database.transaction((tx) =>
      deleteEvidence(tx, { ...tools, database }, { id, sponsor_id: 'sponsor@example.test' }, 1),
    );
    await database.close();
    assert.equal(
      (await verify(storage)).stdout,
      '1 rows of 1 chains are right. They agree with the anchor.\n',
    );
    // The chain is deleted, and the record of it forged.
    await putBack();
    const forging = await open(storage);
    await forging.query.updateTable('evidence_ends').set({ position: 9 }).execute();
    await forging.close();
    assert.equal((await verify(storage)).code, 1);
  });

  it('is refused when it was changed', async (t) => {
    const storage = await storageWithEvidence(t);
    await verify(storage);
    const text = await readFile(anchorOf(storage), 'utf8');
    await writeFile(anchorOf(storage), text.replace(/,2,/, ',1,'));
    const { code, stderr } = await verify(storage);
    assert.equal(code, 1);
    assert.equal(stderr, 'the anchor was changed, or written by a service with another key\n');
  });

  it('is not written while the evidence is wrong', async (t) => {
    const storage = await storageWithEvidence(t);
    const database = await open(storage);
    await database.query.updateTable('evidence_totals').set({ chains: 9 }).execute();
    await database.close();
    assert.equal((await verify(storage)).code, 1);
    await assert.rejects(stat(anchorOf(storage)));
  });
});
