import assert from 'node:assert/strict';
import {
  chmod,
  cp,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { hostname } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import BetterSqlite3 from 'better-sqlite3';
import type { Migration } from 'kysely/migration';
import { BackupError } from '../../../server/backups/backup-error.ts';
import { type CopySource, copySources, offerCopies } from '../../../server/backups/copy-sources.ts';
import { ScheduledBackups } from '../../../server/backups/scheduled-backups.ts';
import { finishedBackups, readBackup, writeBackup } from '../../../server/backups/write-backup.ts';
import { sha256Hex } from '../../../server/platform/crypto/digest.ts';
import { createRootKey, openRootKey } from '../../../server/platform/crypto/root-key.ts';
import { keyName } from '../../../server/platform/crypto/sealed-fields.ts';
import type { Database } from '../../../server/platform/database/database.ts';
import { openDatabase } from '../../../server/platform/database/open-database.ts';
import { createLogger } from '../../../server/platform/logging.ts';
import { dayMs, hourMs } from '../../helpers/durations.ts';
import { makeStorage, type Storage } from '../../helpers/storage.ts';

interface Schema {
  checkouts: { id: string };
}

const createTables: Migration = {
  up: async (db) => {
    await db.schema
      .createTable('checkouts')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .execute();
    await createRootKey(db);
  },
};

const key = new Uint8Array(32).fill(7);
const startedAt = Date.UTC(2026, 2, 2, 15);
const skip = process.env.TEST_DATABASE_URL ? 'PostgreSQL has tools of its own' : false;

describe('a backup', { skip }, () => {
  let storage: Storage;
  let database: Database<Schema>;
  let folder: string;
  let now = startedAt;
  const clock = { now: () => now };

  beforeEach(async () => {
    now = startedAt;
    storage = await makeStorage();
    folder = join(storage.folder, 'backups');
    database = await openDatabase<Schema>({
      file: join(storage.folder, 'bff.db'),
      schemaName: 'bff',
      migrations: { '001_first': createTables },
    });
    const keys = { current: key, previous: [] };
    await openRootKey(database, { keys, owner: 'bff', firstTable: 'checkouts' });
    await database.query.insertInto('checkouts').values({ id: 'a' }).execute();
  });
  afterEach(async () => {
    await database.close();
    await storage.remove();
  });

  const own = (): CopySource => ({ name: 'bff', copyTo: (file) => database.copyTo(file) });
  const write = () => writeBackup(folder, { sources: [own()], clock });
  const inFolder = async () => (await readdir(folder)).sort();
  const modeOf = async (path: string) => (await stat(path)).mode & 0o777;

  it('has the copies, and what they are known by', async () => {
    const { path, manifest } = await write();
    assert.deepEqual(await inFolder(), ['backup-2026-03-02T15-00-00-000Z']);
    assert.deepEqual((await readdir(path)).sort(), ['backup.json', 'bff.db']);
    const [file] = manifest.files;
    assert.deepEqual(file?.rows, {
      checkouts: 1,
      kysely_migration: 1,
      kysely_migration_lock: 1,
      root_keys: 1,
    });
    assert.equal(file.schema, '001_first');
    assert.equal(file.bytes, (await stat(join(path, 'bff.db'))).size);
    assert.deepEqual(await readBackup(path), { path, manifest });
    const copy = new BetterSqlite3(join(path, 'bff.db'), { readonly: true });
    assert.deepEqual(copy.prepare('select id from checkouts').pluck().all(), ['a']);
    assert.equal(file.sha256, sha256Hex(await readFile(join(path, 'bff.db'))));
    // Nothing comes about beside it, also where nothing could.
    assert.deepEqual((await readdir(path)).sort(), ['backup.json', 'bff.db']);
    copy.close();
  });

  it('names the key that it needs, and does not hold it', async () => {
    const { path, manifest } = await write();
    assert.deepEqual(manifest.files[0]?.keys, [keyName(key)]);
    for (const name of await readdir(path)) {
      const bytes = await readFile(join(path, name));
      assert.ok(!bytes.includes(Buffer.from(key)), name);
      assert.ok(!bytes.includes(Buffer.from(key).toString('base64url')), name);
    }
  });

  it('is for its owner alone', async () => {
    const { path } = await write();
    assert.equal(await modeOf(folder), 0o700);
    assert.equal(await modeOf(path), 0o700);
    for (const name of await readdir(path)) assert.equal(await modeOf(join(path, name)), 0o600);
  });

  it('leaves nothing behind when it fails, and says why', async () => {
    const failing: CopySource = {
      name: 'lending',
      copyTo: () => Promise.reject(new Error('the disk is gone')),
    };
    const failed = writeBackup(folder, { sources: [own(), failing], clock });
    await assert.rejects(failed, (error: Error) => {
      assert.ok(error instanceof BackupError);
      assert.match(error.message, /^no backup was written to .*: the disk is gone$/);
      return true;
    });
    assert.deepEqual(await inFolder(), []);
  });

  it('is refused when a copy is damaged', async () => {
    const damaged: CopySource = {
      name: 'bff',
      copyTo: async (file) => {
        await database.copyTo(file);
        await writeFile(file, Buffer.alloc(5_000, 1), { flag: 'r+' });
      },
    };
    await assert.rejects(writeBackup(folder, { sources: [damaged], clock }), /is damaged/);
    assert.deepEqual(await inFolder(), []);
  });

  it('is refused when a copy has an index that does not fit its table', async () => {
    const id = 'an id that stands in a table and in its index';
    await database.query.insertInto('checkouts').values({ id }).execute();
    const rotten: CopySource = {
      name: 'bff',
      copyTo: async (file) => {
        await database.copyTo(file);
        const bytes = await readFile(file);
        bytes.write('A', bytes.indexOf(id));
        await writeFile(file, bytes);
      },
    };
    await assert.rejects(writeBackup(folder, { sources: [rotten], clock }), /is damaged: .*index/);
    assert.deepEqual(await inFolder(), []);
  });

  it('is refused when rows of a copy refer to none', async () => {
    const orphaned: CopySource = {
      name: 'bff',
      copyTo: async (file) => {
        await database.copyTo(file);
        const copy = new BetterSqlite3(file);
        copy.exec(`
          pragma foreign_keys = off;
          create table charges (checkout text references checkouts (id));
          insert into charges values ('of nobody')`);
        copy.close();
      },
    };
    const refused = writeBackup(folder, { sources: [orphaned], clock });
    await assert.rejects(refused, /is damaged: 1 rows refer to none/);
    assert.deepEqual(await inFolder(), []);
  });

  it('says that the folder is none', async () => {
    await writeFile(folder, '');
    await assert.rejects(write(), /it is no folder/);
  });

  it('removes what a process left that was killed', async () => {
    const ofTheDead = join(folder, `.unfinished-999999999@${hostname()}-backup-2026`);
    // A container that is started again has the name and the process ids that it had.
    const ofItsOwnId = join(folder, `.unfinished-${process.pid}@${hostname()}-backup-2026`);
    const ofTheLiving = `.unfinished-${process.ppid}@${hostname()}-backup-2026`;
    await mkdir(ofTheDead, { recursive: true });
    await mkdir(ofItsOwnId);
    await mkdir(join(folder, ofTheLiving));
    await write();
    assert.deepEqual(await inFolder(), [ofTheLiving, 'backup-2026-03-02T15-00-00-000Z']);
    assert.equal((await finishedBackups(folder)).length, 1);
  });

  it('leaves what another container writes into the folder, for a day', async () => {
    const others = `.unfinished-${process.pid}@another-host-backup-2026`;
    await mkdir(join(folder, others), { recursive: true });
    const setAgo = (milliseconds: number) => {
      const at = new Date(now - milliseconds);
      return utimes(join(folder, others), at, at);
    };
    await setAgo(dayMs);
    await write();
    assert.deepEqual(await inFolder(), [others, 'backup-2026-03-02T15-00-00-000Z']);
    now += 1;
    await setAgo(dayMs + 1);
    await write();
    assert.equal((await inFolder()).includes(others), false);
  });

  it('can be had from the process that holds the file', async () => {
    const log = createLogger({ level: 'silent' });
    const dataDir = storage.folder;
    const offered = await offerCopies(database, { dataDir, name: 'bff', log });
    const { manifest } = await writeBackup(folder, { sources: copySources(dataDir), clock });
    assert.equal(manifest.files[0]?.rows.checkouts, 1);
    now += 1;
    await offered.close();
    const refused = writeBackup(folder, { sources: copySources(dataDir), clock });
    await assert.rejects(refused, /in use by another process/);
    assert.equal((await finishedBackups(folder)).length, 1);
  });

  it('can be had of that process in a folder that is named from where one is', async (t) => {
    const log = createLogger({ level: 'silent' });
    const dataDir = storage.folder;
    const offered = await offerCopies(database, { dataDir, name: 'bff', log });
    t.after(() => offered.close());
    const near = relative(process.cwd(), folder);
    const { path } = await writeBackup(near, { sources: copySources(dataDir), clock });
    assert.deepEqual(await finishedBackups(folder), [join(process.cwd(), path)]);
  });

  it('is written by the process that holds the file also where it could open no socket', async () => {
    const sources = copySources(storage.folder, new Map([['bff', database]]));
    const { manifest } = await writeBackup(folder, { sources, clock });
    assert.equal(manifest.files[0]?.rows.checkouts, 1);
  });

  it('is known also where its folder is a link, and no file is one', async () => {
    const { path } = await write();
    const elsewhere = join(storage.folder, 'elsewhere');
    await rename(path, elsewhere);
    await symlink(elsewhere, path);
    await writeFile(join(folder, 'backup-2099-01-01T00-00-00-000Z'), '');
    assert.deepEqual(await finishedBackups(folder), [path]);
    assert.equal((await readBackup(path)).manifest.files.length, 1);
  });

  for (const [what, change] of [
    ['has no database', { files: [] }],
    ['has another form', { format: 2 }],
  ] as const) {
    it(`is none when it ${what}`, async () => {
      const { path, manifest } = await write();
      const other = join(storage.folder, 'other');
      await cp(path, other, { recursive: true });
      await writeFile(join(other, 'backup.json'), JSON.stringify({ ...manifest, ...change }));
      await assert.rejects(readBackup(other), /is no backup: its backup\.json is missing or wrong/);
    });
  }

  it('is not written where the process that holds the file cannot copy it, which says why', async (t) => {
    const log = createLogger({ level: 'silent' });
    const dataDir = storage.folder;
    const full = { copyTo: () => Promise.reject(new Error('its disk is full')) };
    const offered = await offerCopies(full, { dataDir, name: 'bff', log });
    t.after(() => offered.close());
    await assert.rejects(
      writeBackup(folder, { sources: copySources(dataDir), clock }),
      (error) => error instanceof BackupError && error.message === 'its disk is full',
    );
    assert.deepEqual(await inFolder(), []);
  });

  it('is no matter to a service whose socket cannot be opened: it runs without', async () => {
    const logged: string[] = [];
    const log = createLogger({ level: 'info', destination: { write: (l) => logged.push(l) } });
    const dataDir = join(storage.folder, 'missing');
    const offered = await offerCopies(database, { dataDir, name: 'bff', log });
    await offered.close();
    assert.deepEqual(
      logged.map((line) => (JSON.parse(line) as { event: string }).event),
      ['backup_not_offered'],
    );
  });

  it('can be had when nobody has the file open', async () => {
    await database.close();
    const { manifest } = await writeBackup(folder, { sources: copySources(storage.folder), clock });
    assert.equal(manifest.files[0]?.rows.checkouts, 1);
  });

  it('needs something to copy', () => {
    assert.throws(() => copySources(folder), /there is no database in .*DATA_DIR/);
  });

  describe('on a schedule', () => {
    let logged: Record<string, unknown>[];
    let scheduled: ScheduledBackups;
    const schedule = (sources = [own()]) =>
      new ScheduledBackups({
        folder,
        everyHours: 6,
        sources: () => sources,
        clock,
        log: createLogger({
          level: 'info',
          destination: { write: (line) => void logged.push(JSON.parse(line)) },
        }),
      });
    beforeEach(() => {
      logged = [];
      scheduled = schedule();
    });
    afterEach(() => scheduled.stop());
    const events = () => logged.map(({ event }) => event);

    it('is written at once, and again when its time has passed', async () => {
      await scheduled.runIfDue();
      now += 5 * hourMs;
      await scheduled.runIfDue();
      assert.equal((await finishedBackups(folder)).length, 1);
      now += hourMs;
      await scheduled.runIfDue();
      // The newest of them counts.
      await scheduled.runIfDue();
      assert.equal((await finishedBackups(folder)).length, 2);
      assert.deepEqual(events(), ['backup_written', 'backup_written']);
    });

    it('is written again by itself, with a look at the clock every hour', async (t) => {
      t.mock.timers.enable({ apis: ['setTimeout'] });
      await scheduled.runIfDue();
      now += 6 * hourMs;
      t.mock.timers.tick(hourMs);
      await scheduled.stop();
      assert.deepEqual(events(), ['backup_written', 'backup_written']);
    });

    it('is counted from the last one in the folder, whoever wrote it', async () => {
      await write();
      now += 5 * hourMs;
      await scheduled.runIfDue();
      assert.deepEqual(events(), []);
      now += hourMs;
      await scheduled.stop();
      scheduled = schedule();
      await scheduled.runIfDue();
      assert.deepEqual(events(), ['backup_written']);
    });

    it('is written beside one that lacks a database that is there now', async () => {
      await write();
      const lending: CopySource = { ...own(), name: 'lending' };
      await scheduled.stop();
      scheduled = schedule([own(), lending]);
      now += 1;
      await scheduled.runIfDue();
      await scheduled.runIfDue();
      assert.deepEqual(events(), ['backup_written']);
    });

    it('goes on past a folder with a name of another form', async () => {
      for (const name of ['backup-old', 'backup-2026', 'backup-2026-03-02T15-00-00-000Z.bak']) {
        await mkdir(join(folder, name), { recursive: true });
      }
      await scheduled.runIfDue();
      await scheduled.runIfDue();
      assert.deepEqual(events(), ['backup_written']);
      const [path, ...others] = await finishedBackups(folder);
      assert.equal(path, join(folder, 'backup-2026-03-02T15-00-00-000Z'));
      assert.deepEqual(others, []);
    });

    it('passes over one that cannot be read, and counts from the one before', async () => {
      await write();
      const missing = join(folder, 'backup-2026-03-02T16-00-00-000Z');
      const wrong = join(folder, 'backup-2026-03-02T17-00-00-000Z');
      await mkdir(missing);
      await mkdir(wrong);
      await writeFile(join(wrong, 'backup.json'), '{}');
      now += 6 * hourMs - 1;
      await scheduled.runIfDue();
      assert.deepEqual(events(), []);
      now += 1;
      await scheduled.runIfDue();
      assert.deepEqual(events(), ['backup_written']);
    });

    it('is written when none in the folder can be read', async () => {
      await mkdir(join(folder, 'backup-2099-01-01T00-00-00-000Z'), { recursive: true });
      await scheduled.runIfDue();
      await scheduled.runIfDue();
      assert.deepEqual(events(), ['backup_written']);
    });

    it('is written, and written again, after a clock that was ahead is set right', async () => {
      now += 365 * dayMs;
      await scheduled.runIfDue();
      now -= 365 * dayMs;
      await scheduled.runIfDue();
      now += 5 * hourMs;
      await scheduled.runIfDue();
      assert.equal((await finishedBackups(folder)).length, 2);
      now += hourMs;
      await scheduled.runIfDue();
      assert.equal((await finishedBackups(folder)).length, 3);
    });

    it('is tried again when the clock is set back after a failure', async () => {
      await writeFile(folder, '');
      await scheduled.runIfDue();
      await rm(folder);
      now -= dayMs;
      await scheduled.runIfDue();
      assert.deepEqual(events(), ['backup_failed', 'backup_written']);
    });

    it('is not written twice at once', async () => {
      await Promise.all([scheduled.runIfDue(), scheduled.runIfDue()]);
      assert.deepEqual(events(), ['backup_written']);
    });

    it('says that it failed, and is tried again ten minutes later', async () => {
      await writeFile(folder, '');
      await scheduled.runIfDue();
      await scheduled.runIfDue();
      assert.deepEqual(events(), ['backup_failed']);
      await rm(folder);
      now += 600_000;
      await scheduled.runIfDue();
      assert.deepEqual(events(), ['backup_failed', 'backup_written']);
      // From then on as often as it should be.
      now += 5 * hourMs;
      await scheduled.runIfDue();
      assert.equal((await finishedBackups(folder)).length, 1);
    });

    it('is broken off when the service stops, which is no failure, and leaves nothing', async () => {
      const begun = Promise.withResolvers<void>();
      const copied = Promise.withResolvers<void>();
      const copyTo = () => {
        begun.resolve();
        return copied.promise;
      };
      await scheduled.stop();
      scheduled = schedule([{ name: 'bff', copyTo }]);
      scheduled.start();
      await begun.promise;
      const stopped = scheduled.stop();
      copied.reject(new Error('the database is closed'));
      await stopped;
      assert.deepEqual(await inFolder(), []);
      assert.deepEqual(events(), []);
    });

    it('fails, and does not hang, while the folder cannot be written to', async (t) => {
      if (process.getuid?.() === 0) return t.skip('root may write everywhere');
      await mkdir(folder, { mode: 0o500 });
      await scheduled.runIfDue();
      await chmod(folder, 0o700);
      assert.deepEqual(events(), ['backup_failed']);
    });
  });
});
