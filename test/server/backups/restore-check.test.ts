import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, watch } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { basename, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import BetterSqlite3 from 'better-sqlite3';
import { chooseBackup } from '../../../server/backups/check-backup.ts';
import { inspectCopy, sha256Of } from '../../../server/backups/inspect-copy.ts';
import { finishedBackups, readBackup } from '../../../server/backups/write-backup.ts';
import { bareEnvironment } from '../../helpers/bare-environment.ts';
import { CheckoutClient } from '../../helpers/checkout-client.ts';
import { requestOf } from '../../helpers/lending.ts';
import { sampleOrder } from '../../helpers/sample-order.ts';
import { scratchRoot } from '../../helpers/scratch.ts';
import { type Product, serve } from '../../helpers/serve.ts';
import { aSoftPull, softPullPath } from '../../helpers/soft-pull.ts';
import { until } from '../../helpers/until.ts';

const mainFile = join(import.meta.dirname, '../../../server/main.ts');

function run(command: string, args: readonly string[], variables: Record<string, string>) {
  const options = { env: { ...bareEnvironment(), ...variables }, timeout: 60_000 };
  return new Promise<{ code: unknown; stdout: string; stderr: string }>((resolve) => {
    execFile(process.execPath, [mainFile, command, ...args], options, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout, stderr }),
    );
  });
}

describe('npm run backup and npm run restore-check', () => {
  let folder: string;
  let product: Product;
  const backups = () => join(folder, 'backups');
  const environment = () => ({ DATA_DIR: product.dataDir });
  const backUp = () => run('backup', [backups()], environment());
  const newest = async () => (await finishedBackups(backups())).at(-1) ?? '';
  const check = (path: string, variables: Record<string, string> = {}) =>
    run('restore-check', [path], { ...environment(), ...variables });
  const softPull = (id: string) => {
    const body = aSoftPull({ external_application_id: id, email: `${id}@example.test` });
    return fetch(`${product.lendingUrl}${softPullPath}`, requestOf('POST', { body }));
  };

  before(async () => {
    folder = await mkdtemp(join(await scratchRoot(), 'restore-check-test-'));
    product = await serve({ root: folder });
    const client = new CheckoutClient({ bffUrl: product.bffUrl, origin: product.demoUrl });
    await client.open(await sampleOrder(product.bffUrl));
    assert.equal((await softPull('kept')).status, 200);
    assert.deepEqual((await backUp()).stderr, '');
  });
  after(async () => {
    await product.remove();
    await rm(folder, { recursive: true });
  });

  /** The newest backup, changed in a place of its own. */
  async function altered(name: string, change: (path: string) => Promise<void>): Promise<string> {
    const path = join(folder, name);
    await cp(await newest(), path, { recursive: true });
    await change(path);
    return path;
  }

  it('says where the backup is, and which keys it needs', async () => {
    const { code, stdout } = await run('backup', [join(folder, 'others')], environment());
    assert.equal(code, 0);
    const [path = ''] = await finishedBackups(join(folder, 'others'));
    const { keys = [] } = (await readBackup(path)).manifest.files[0] ?? {};
    assert.equal(stdout, `${path} is written. Encryption keys that it needs: ${keys}\n`);
  });

  it('has both files of the running service, which restore and answer', async () => {
    const { code, stdout, stderr } = await check(backups());
    assert.equal(stderr, '');
    assert.equal(code, 0, stdout);
    assert.doesNotMatch(stdout, /WRONG/);
    for (const what of [
      'bff.db',
      'lending.db',
      'encryption key',
      'evidence',
      'lending service',
      'BFF',
    ]) {
      assert.match(stdout, new RegExp(`right {2}${what} `));
    }
    assert.match(stdout, /right {2}its newest checkout +answers 200/);
    assert.match(stdout, /\nIt can be restored\.\n$/);
  });

  it('leaves the backup as it is, and nothing of what it restored', async () => {
    const { path, manifest } = await readBackup(await newest());
    const before = await readdir(path);
    const temporary = await mkdtemp(join(folder, 'tmp-'));
    assert.equal((await check(path, { TMPDIR: temporary })).code, 0);
    assert.deepEqual(await readdir(temporary), []);
    assert.deepEqual(await readdir(path), before);
    for (const { file, sha256 } of manifest.files) assert.equal(sha256Of(join(path, file)), sha256);
  });

  it('keeps nothing of what it restored when it is broken off', async (t) => {
    const temporary = await mkdtemp(join(folder, 'tmp-'));
    const changes = watch(temporary);
    t.after(() => changes.close());
    const env = { ...bareEnvironment(), ...environment(), TMPDIR: temporary };
    const checking = spawn(process.execPath, [mainFile, 'restore-check', backups()], { env });
    await once(changes, 'change');
    checking.kill('SIGINT');
    await once(checking, 'close');
    assert.deepEqual(await readdir(temporary), []);
    assert.equal(checking.exitCode, 130);
  });

  it('calls nobody back of whom the copy says that it is due', async (t) => {
    let calls = 0;
    const receiver = createServer((socket) => {
      calls += 1;
      socket.destroy();
    });
    receiver.listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    t.after(() => receiver.close());
    const { port } = receiver.address() as AddressInfo;
    const path = await altered('with-a-callback', async (copy) => {
      const file = join(copy, 'lending.db');
      const database = new BetterSqlite3(file);
      database.exec(`
        insert into events (id, sponsor_id, event_type, target_url, payload, status, held, created_at)
        values ('e', 'sponsor@example.test', 'x', 'http://127.0.0.1:${port}/', '{}', 'Pending', 0, 0);
        insert into due_work (kind, key, scope, lane, payload, due_at, attempts, version, leased_until)
        values ('callback', 'e', 'sponsor@example.test', '', 'null', 0, 0, 1, 0)`);
      database.close();
      await rewriteFacts(copy);
    });
    const { code, stdout } = await check(path);
    assert.equal(code, 0, stdout);
    assert.equal(calls, 0);
  });

  it('finds a file that was changed', async () => {
    const path = await altered('changed', (copy) =>
      writeFile(join(copy, 'bff.db'), 'x', { flag: 'a' }),
    );
    const { code, stdout } = await check(path);
    assert.equal(code, 1);
    assert.match(stdout, /WRONG {2}bff\.db .*not the file that was written/);
    assert.match(stdout, /It cannot be relied on\.\n$/);
  });

  it('finds counts and evidence that are not as they were', async () => {
    const path = await altered('cut', async (copy) => {
      const file = join(copy, 'lending.db');
      const database = new BetterSqlite3(file);
      database.exec(`delete from consent_events where consent_type = 'esign'`);
      database.close();
      await rewriteDigest(copy, sha256Of(file));
    });
    const { code, stdout } = await check(path);
    assert.equal(code, 1);
    assert.match(stdout, /WRONG {2}lending\.db .*consent_events has \d+ rows in place of \d+/);
    await rewriteFacts(path);
    const again = await check(path);
    assert.equal(again.code, 1);
    assert.match(again.stdout, /WRONG {2}evidence .*missing/);
  });

  it('finds a checkout that the service cannot answer', async () => {
    const path = await altered('with-a-checkout-that-is-none', async (copy) => {
      const database = new BetterSqlite3(join(copy, 'bff.db'));
      database.exec(`update checkouts set timeline = 'none'`);
      database.close();
      await rewriteFacts(copy);
    });
    const { code, stdout } = await check(path);
    assert.equal(code, 1);
    assert.match(stdout, /WRONG {2}its newest checkout +answers 500/);
  });

  it('finds a file that is not there', async () => {
    const path = await altered('without-a-file', (copy) => rm(join(copy, 'bff.db')));
    const { code, stdout } = await check(path);
    assert.equal(code, 1);
    assert.match(stdout, /WRONG {2}bff\.db +ENOENT/);
    assert.match(stdout, /It cannot be relied on\.\n$/);
  });

  it('restores a BFF alone, whose lender is another’s', async () => {
    const path = await altered('of-a-bff', async (copy) => {
      await rm(join(copy, 'lending.db'));
      await rewrite(copy, (file) => (file.name === 'lending' ? [] : [file]));
    });
    const { code, stdout } = await check(path);
    assert.equal(code, 0, stdout);
    assert.match(stdout, /right {2}its newest checkout +answers 200/);
    assert.doesNotMatch(stdout, /lending service/);
  });

  async function rewriteDigest(path: string, sha256: string) {
    await rewrite(path, (file) => [file.name === 'lending' ? { ...file, sha256 } : file]);
  }
  const rewriteFacts = (path: string) =>
    rewrite(path, (file) => [{ ...file, ...inspectCopy(join(path, file.file)), keys: file.keys }]);
  type File = Awaited<ReturnType<typeof readBackup>>['manifest']['files'][number];
  async function rewrite(path: string, change: (file: File) => File[]) {
    const { manifest } = await readBackup(path);
    const files = manifest.files.flatMap(change);
    await writeFile(join(path, 'backup.json'), JSON.stringify({ ...manifest, files }));
  }

  it('names the key that is needed', async () => {
    const wrong = { ENCRYPTION_KEY: Buffer.alloc(32, 9).toString('base64url') };
    const { code, stdout } = await check(await newest(), wrong);
    assert.equal(code, 1);
    const { manifest } = await readBackup(await newest());
    assert.match(
      stdout,
      new RegExp(`WRONG {2}encryption key +it needs ${manifest.files[0]?.keys}`),
    );
  });

  it('opens one that was made before the key was replaced', async () => {
    const before = (await readFile(join(product.dataDir, 'sandbox.key'), 'utf8')).trim();
    const { code, stdout } = await check(await newest(), {
      ENCRYPTION_KEY: Buffer.alloc(32, 9).toString('base64url'),
      ENCRYPTION_KEYS_PREVIOUS: before,
    });
    assert.equal(code, 0, stdout);
    assert.match(stdout, /right {2}its newest checkout +answers 200/);
  });

  it('makes no key when none is given', async () => {
    const empty = await mkdtemp(join(folder, 'empty-'));
    const { code, stderr } = await check(await newest(), { DATA_DIR: empty });
    assert.equal(code, 1);
    assert.match(stderr, /^ENCRYPTION_KEY is missing, and DATA_DIR has no sandbox\.key[^\n]*\n$/);
    assert.equal(existsSync(join(empty, 'sandbox.key')), false);
  });

  it('says in one line that there is no folder for the copy', async () => {
    const { code, stderr } = await check(backups(), { TMPDIR: join(folder, 'missing') });
    assert.equal(code, 1);
    assert.match(stderr, /^a backup is checked in a copy, for [^\n]*set TMPDIR[^\n]*\n$/);
  });

  it('says in one line that what should be a folder of backups cannot be read', async () => {
    const { code, stderr } = await check(join(folder, 'x'.repeat(300)));
    assert.equal(code, 1);
    assert.match(stderr, /^the folder of backups cannot be read: [^\n]+\n$/);
  });

  it('says that a folder is no backup', async () => {
    const { code, stderr } = await check(product.dataDir);
    assert.equal(code, 1);
    assert.match(stderr, /is no backup: its backup\.json is missing or wrong\n$/);
  });

  it('passes over what has no name of a backup, and says that the newest one cannot be read', async () => {
    const copies = join(folder, 'copies');
    const kept = join(copies, basename(await newest()));
    await cp(await newest(), kept, { recursive: true });
    await mkdir(join(copies, 'backup-old'));
    assert.equal((await chooseBackup(copies)).path, kept);
    const unreadable = join(copies, 'backup-2099-01-01T00-00-00-000Z');
    await mkdir(unreadable);
    const { code, stdout, stderr } = await check(copies);
    assert.equal(code, 1);
    assert.equal(stdout, '');
    assert.equal(
      stderr,
      `the newest backup of ${copies} cannot be read: ${unreadable} is no backup: its backup.json is missing or wrong; to check an older one, name its own folder\n`,
    );
    assert.equal((await chooseBackup(kept)).path, kept);
  });

  it('are refused with PostgreSQL, in words', async () => {
    const variables = { ...environment(), DATABASE_URL: 'postgres://localhost/nowhere' };
    const { code, stderr } = await run('backup', [backups()], variables);
    assert.equal(code, 1);
    assert.match(stderr, /^DATABASE_URL is set: .*pg_dump[^\n]*\n$/);
  });

  it('restores what was answered, by copying the two files', async () => {
    const restored = join(folder, 'restored');
    await cp(await newest(), restored, { recursive: true });
    await cp(join(product.dataDir, 'sandbox.key'), join(restored, 'sandbox.key'));
    assert.equal((await softPull('later')).status, 200);
    const other = await serve({ root: folder, dataDir: restored });
    try {
      const path = '/api/v1/sponsor/merchants/';
      const answer = await fetch(`${other.lendingUrl}${path}`, requestOf('GET'));
      assert.equal(answer.status, 200);
      const database = await newestApplications(other);
      assert.deepEqual(database, ['kept']);
    } finally {
      await other.remove();
    }
  });

  /** From a backup of that product, which holds its files. */
  async function newestApplications(of: Product): Promise<unknown[]> {
    const target = join(folder, 'of-the-restored');
    await run('backup', [target], { DATA_DIR: of.dataDir });
    const copy = (await finishedBackups(target)).at(-1) ?? '';
    const database = new BetterSqlite3(join(copy, 'lending.db'), { readonly: true });
    const ids = database.prepare('select external_application_id from applications').pluck().all();
    database.close();
    return ids;
  }

  it('replaces the sockets of a process that was killed, and removes its own', async () => {
    await product.kill();
    assert.ok(existsSync(join(product.dataDir, 'lending.sock')));
    assert.deepEqual((await backUp()).stderr, '');
    await product.start();
    assert.deepEqual((await backUp()).stderr, '');
    await product.stop();
    assert.deepEqual(
      (await readdir(product.dataDir)).filter((name) => name.endsWith('.sock')),
      [],
    );
    await product.start();
  });
});

describe('BFF and lending service as two processes on one folder', () => {
  it('are in one backup, each copied by its own process', async (t) => {
    const folder = await mkdtemp(join(await scratchRoot(), 'two-processes-'));
    const dataDir = join(folder, 'data');
    const start = (SERVE: string) => serve({ root: folder, dataDir, environment: { SERVE } });
    const products = [await start('lending'), await start('bff')];
    t.after(async () => {
      for (const product of products) await product.remove();
      await rm(folder, { recursive: true });
    });
    const { stderr } = await run('backup', [join(folder, 'backups')], { DATA_DIR: dataDir });
    assert.equal(stderr, '');
    const [path = ''] = await finishedBackups(join(folder, 'backups'));
    const { manifest } = await readBackup(path);
    assert.deepEqual(
      manifest.files.map(({ file }) => file),
      ['bff.db', 'lending.db'],
    );
  });
});

describe('BACKUP_FOLDER and BACKUP_HOURS', () => {
  it('let the service write backups by itself', async (t) => {
    const folder = await mkdtemp(join(await scratchRoot(), 'scheduled-backups-'));
    const environment = { BACKUP_FOLDER: join(folder, 'backups'), BACKUP_HOURS: '6' };
    const product = await serve({ root: folder, environment });
    t.after(async () => {
      await product.remove();
      await rm(folder, { recursive: true });
    });
    await until('a backup', async () => {
      const log = await readFile(product.logFile, 'utf8');
      return log.includes('backup_written') || undefined;
    });
    const [path = ''] = await finishedBackups(environment.BACKUP_FOLDER);
    const { manifest } = await readBackup(path);
    assert.deepEqual(
      manifest.files.map(({ name }) => name),
      ['bff', 'lending'],
    );
  });

  it('do so for a BFF beside the file of a lending service that another lender has replaced', async (t) => {
    const folder = await mkdtemp(join(await scratchRoot(), 'replaced-lender-'));
    const dataDir = join(folder, 'data');
    await mkdir(dataDir);
    const left = new BetterSqlite3(join(dataDir, 'lending.db'));
    left.exec('create table left_over (id text)');
    left.close();
    const backups = join(folder, 'backups');
    const product = await serve({
      root: folder,
      dataDir,
      environment: {
        SERVE: 'bff',
        LENDING_BASE_URL: 'http://127.0.0.1:9',
        BACKUP_FOLDER: backups,
        BACKUP_HOURS: '6',
      },
    });
    t.after(async () => {
      await product.remove();
      await rm(folder, { recursive: true });
    });
    const path = await until('a backup', async () => (await finishedBackups(backups))[0]);
    const { files } = (await readBackup(path)).manifest;
    assert.ok(files.some(({ name }) => name === 'bff'));
  });
});
