import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { sql } from 'kysely';
import { type ConsentEvent, recordConsents } from '../../server/lending/store/consent-events.ts';
import { deleteEvidence } from '../../server/lending/store/evidence-heads.ts';
import { evidenceTotals, sealTotals } from '../../server/lending/store/evidence-totals.ts';
import { lendingMigrations } from '../../server/lending/store/migrations.ts';
import type { LendingSchema } from '../../server/lending/store/schema.ts';
import { openRootKey } from '../../server/platform/crypto/root-key.ts';
import { createFieldSealer } from '../../server/platform/crypto/sealed-fields.ts';
import type { Database } from '../../server/platform/database/database.ts';
import { openDatabase } from '../../server/platform/database/open-database.ts';
import { seededIds } from '../../server/platform/ids.ts';
import { makeStorage, type Storage } from '../helpers/storage.ts';

const key = Buffer.alloc(32, 7);
const mainFile = join(import.meta.dirname, '../../server/main.ts');

function verifyEvidence({ folder, databaseUrl }: Storage, ...args: string[]) {
  const environment = {
    DATA_DIR: folder,
    ENCRYPTION_KEY: key.toString('base64'),
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  };
  const options = { env: { ...process.env, ...environment }, timeout: 120_000 };
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

const ids = seededIds('evidence');
const keys = { current: key, previous: [] };

/** What the service has at hand when it has started. */
async function toolsOf(database: Database<LendingSchema>) {
  const owner = { owner: 'lending', firstTable: 'merchants' } as const;
  const { rootKey } = await openRootKey(database, { keys, ...owner });
  const sealer = createFieldSealer(rootKey);
  await sealTotals(database, sealer, keys);
  return { database, ids, sealer };
}

type ConsentType = ConsentEvent['consentType'];

async function addEvidence(storage: Storage, chain: string, ...types: ConsentType[]) {
  const database = await open(storage);
  const tools = await toolsOf(database);
  await database.transaction((tx) =>
    recordConsents(
      tx,
      tools,
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

async function headsAndTotals(storage: Storage) {
  const database = await open(storage);
  const heads = await database.query.selectFrom('evidence_heads').selectAll().execute();
  const totals = await evidenceTotals(database.query);
  await database.close();
  return { heads, totals };
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

  it('names totals that were removed, also after the next start', async (t) => {
    const storage = await storageWithEvidence(t);
    const database = await open(storage);
    await database.query.deleteFrom('evidence_totals').execute();
    await database.query.deleteFrom('evidence_heads').execute();
    await database.query.deleteFrom('consent_events').execute();
    await database.close();
    await addEvidence(storage, 'application-2', 'sms');
    const { code, stdout } = await verifyEvidence(storage);
    assert.equal(code, 1);
    assert.equal(
      stdout,
      'the totals of the evidence were removed or changed. Before it 1 rows of 1 chains are right.\n',
    );
  });

  it('does not open a root key whose mark of the totals was taken away', async (t) => {
    const storage = await storageWithEvidence(t);
    const database = await open(storage);
    await sql`update root_keys set wrapped = replace(wrapped, '.evidence_totals', '')`.execute(
      database.query,
    );
    await database.close();
    const { code, stderr } = await verifyEvidence(storage);
    assert.equal(code, 1);
    assert.match(stderr, /^ENCRYPTION_KEY, [^\n]*\n$/);
  });

  it('says in one line that there is nothing to verify', async (t) => {
    const { folder, remove } = await makeStorage();
    t.after(remove);
    const { code, stderr } = await verifyEvidence({ folder, remove });
    assert.equal(code, 1);
    assert.match(stderr, /^there is no .*lending\.db: [^\n]+\n$/);
  });
});

describe('npm run verify-evidence with flags that would verify less than was asked for', () => {
  for (const [args, says] of [
    [['--anker', 'a.json'], /^Unknown option '--anker'/],
    [['--anchor', ''], /^--anchor is empty; /],
    [['--renew'], /^--renew needs --anchor; /],
  ] as const) {
    it(`says so in one line: ${args.join(' ')}`, async (t) => {
      const storage = await makeStorage();
      t.after(() => storage.remove());
      const { code, stdout, stderr } = await verifyEvidence(storage, ...args);
      assert.deepEqual([code, stdout], [1, '']);
      assert.match(stderr, says);
      assert.match(stderr, /; use: npm run verify-evidence -- [^\n]+\n$/);
      assert.equal(stderr.trim().split('\n').length, 1);
    });
  }
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

  for (const [place, file] of [
    ['a folder that is not there', (folder: string) => join(folder, 'missing', 'anchor')],
    ['a folder', (folder: string) => folder],
  ] as const) {
    it(`says in one line that it is ${place}`, async (t) => {
      const storage = await storageWithEvidence(t);
      const { code, stderr } = await verifyEvidence(storage, '--anchor', file(storage.folder));
      assert.equal(code, 1);
      assert.match(stderr, /^the anchor cannot be (read|written): [^\n]+\n$/);
    });
  }

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

  it('says that the database that was put back has been used since', async (t) => {
    const storage = await storageWithEvidence(t);
    const putBack = await copyEvidence(storage);
    await addEvidence(storage, 'application-1', 'sms');
    await verify(storage);
    await putBack();
    // Of another slot.
    await addEvidence(storage, 'application-2', 'sms');
    const { code, stdout } = await verify(storage);
    assert.equal(code, 1);
    assert.match(
      stdout,
      /^a part of the evidence is older than the anchor of .* has been used since\. The first chain that is shorter: application-1, /,
    );
  });

  it('alone shows that a head was put back with the totals of its slot', async (t) => {
    const storage = await storageWithEvidence(t);
    const before = await headsAndTotals(storage);
    await addEvidence(storage, 'application-1', 'revocation');
    const { totals } = await headsAndTotals(storage);
    const changed = before.totals.filter((total, slot) => total.mac !== totals[slot]?.mac);
    assert.equal(changed.length, 1);
    // Of another slot.
    await addEvidence(storage, 'application-2', 'sms');
    await verify(storage);
    const database = await open(storage);
    const events = database.query.deleteFrom('consent_events').where('position', '=', 3);
    await events.where('application_id', '=', 'application-1').execute();
    for (const head of before.heads) {
      const same = database.query.updateTable('evidence_heads').set(head);
      await same.where('application_id', '=', head.application_id).execute();
    }
    for (const total of changed) {
      const same = database.query.updateTable('evidence_totals').set(total);
      await same.where('slot', '=', total.slot).execute();
    }
    await database.close();
    assert.equal((await verifyEvidence(storage)).code, 0, 'nothing inside shows it');
    const { code, stdout } = await verify(storage);
    assert.equal(code, 1);
    assert.match(stdout, /application-1, it ends at row 2, and ended at row 3 /);
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
    const tools = await toolsOf(database);
    await database.transaction((tx) =>
      deleteEvidence(tx, tools, { id, sponsor_id: 'sponsor@example.test' }, 1),
    );
    await database.close();
    assert.equal(
      (await verify(storage)).stdout,
      '1 rows of 1 chains are right. They agree with the anchor. 1 were deleted at their end of retention.\n',
    );
    // The chain is deleted, and the record of it forged.
    await putBack();
    const forging = await open(storage);
    await forging.query.updateTable('evidence_ends').set({ position: 9 }).execute();
    await forging.close();
    assert.equal((await verify(storage)).code, 1);
  });

  it('names a chain that was replaced by one as long, and then deleted by the service', async (t) => {
    const storage = await storageWithEvidence(t);
    const putBack = await copyEvidence(storage);
    await addEvidence(storage, 'application-1', 'sms', 'revocation');
    await verify(storage);
    await putBack();
    await addEvidence(storage, 'application-1', 'sms', 'marketing_sms');
    const database = await open(storage);
    const tools = await toolsOf(database);
    await database.transaction((tx) =>
      deleteEvidence(tx, tools, { id: 'application-1', sponsor_id: 'sponsor@example.test' }, 1),
    );
    await database.close();
    const { code, stdout } = await verify(storage);
    assert.equal(code, 1);
    assert.match(stdout, /^it is not there, and ended at row 4 at /);
  });

  it('is written also where a run was killed that had begun to', async (t) => {
    const storage = await storageWithEvidence(t);
    await writeFile(`${anchorOf(storage)}.unfinished`, '{"format":1');
    const { code, stdout } = await verify(storage);
    assert.equal(code, 0);
    assert.match(stdout, /The anchor is written\.\n$/);
    await assert.rejects(stat(`${anchorOf(storage)}.unfinished`));
    assert.equal((await verify(storage)).code, 0);
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
