import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import {
  type Database,
  DatabaseUnavailableError,
} from '../../../../server/platform/database/database.ts';
import { openDatabase } from '../../../../server/platform/database/open-database.ts';
import { openDatabaseGate } from '../../../helpers/database-gate.ts';
import { openPostgresFaults, type PostgresFaults } from '../../../helpers/postgres-faults.ts';
import { makeStorage, type Storage } from '../../../helpers/storage.ts';

interface Schema {
  accounts: { id: string };
}

const createAccounts: Migration = {
  up: (db) =>
    db.schema
      .createTable('accounts')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .execute(),
};

const skip = process.env.TEST_DATABASE_URL ? false : 'SQLite has no connection that could go';

describe('a PostgreSQL that is not there for a statement', { skip }, () => {
  let storage: Storage;
  let database: Database<Schema>;
  let faults: PostgresFaults;
  const open = (url: string | undefined) =>
    openDatabase<Schema>({
      file: '',
      url,
      schemaName: 'bff',
      migrations: { '001': createAccounts },
    });

  before(async () => {
    storage = await makeStorage();
    database = await open(storage.databaseUrl);
    faults = await openPostgresFaults(storage.databaseUrl ?? '');
  });
  after(async () => {
    await faults.close();
    await database.close();
    await storage.remove();
  });

  const insert = (id: string) => (tx: Database<Schema>['query']) =>
    tx.insertInto('accounts').values({ id }).execute();
  const ids = async () => {
    const rows = await database.query.selectFrom('accounts').select('id').execute();
    return rows.map(({ id }) => id);
  };
  const nothingDone = { name: 'DatabaseUnavailableError', outcome: 'nothing_done' };

  it('runs a transaction again whose connection was ended', async () => {
    let runs = 0;
    await database.transaction(async (tx) => {
      runs += 1;
      await insert('again')(tx);
      await tx.selectFrom('accounts').selectAll().execute();
      if (runs === 1) await faults.terminateOthers();
      await tx.selectFrom('accounts').selectAll().execute();
    });
    assert.equal(runs, 2);
    assert.ok((await ids()).includes('again'));
  });

  it('says that nothing was done when a lock, or time, kept a statement from ending', async () => {
    const unlock = await faults.lockTable('bff.accounts');
    await assert.rejects(ids(), nothingDone);
    await unlock();
    let runs = 0;
    const slow = database.transaction(async (tx) => {
      runs += 1;
      await insert('slow')(tx);
      await sql`select pg_sleep(60)`.execute(tx);
    });
    await assert.rejects(slow, nothingDone);
    assert.equal(runs, 1);
    assert.ok(!(await ids()).includes('slow'));
  });

  it('waits twice for a lock, and no more often', async () => {
    const unlock = await faults.lockTable('bff.accounts');
    let runs = 0;
    const waiting = database.transaction((tx) => {
      runs += 1;
      return insert('locked')(tx);
    });
    await assert.rejects(waiting, nothingDone);
    await unlock();
    assert.equal(runs, 2);
    assert.ok(!(await ids()).includes('locked'));
  });

  it('says that nothing is known when the connection went with the commit', async () => {
    await faults.run(`
      create function bff.linger() returns trigger language plpgsql as
        $$ begin if new.id = 'lingering' then perform pg_sleep(60); end if; return null; end $$;
      create constraint trigger lingers after insert on bff.accounts
        deferrable initially deferred for each row execute function bff.linger()`);
    const committing = database.transaction(insert('lingering'));
    const ended = assert.rejects(committing, { ...nothingDone, outcome: 'unknown' });
    await faults.running('commit');
    await faults.terminateOthers();
    await ended;
    assert.ok(!(await ids()).includes('lingering'));
  });

  it('says that nothing is known when a transaction could not begin', async () => {
    await sql`start transaction`.execute(database.query);
    await assert.rejects(sql`select 1/0`.execute(database.query), { code: '22012' });
    let runs = 0;
    const beginning = database.transaction((tx) => {
      runs += 1;
      return insert('never begun')(tx);
    });
    await assert.rejects(beginning, { ...nothingDone, outcome: 'unknown' });
    assert.equal(runs, 1);
    await database.transaction(insert('begun'));
    assert.ok((await ids()).includes('begun'));
  });

  it('says so when there is no connection to be had, and goes on when there is again', async () => {
    const gate = await openDatabaseGate(storage.databaseUrl ?? '');
    const behind = await open(gate.url);
    try {
      await gate.shut();
      const read = (db: Database<Schema>['query']) =>
        db.selectFrom('accounts').selectAll().execute();
      const write = () =>
        behind.transaction(async (tx) => {
          await read(tx);
          await insert('later')(tx);
        });
      await assert.rejects(write(), nothingDone);
      await assert.rejects(read(behind.query), nothingDone);
      await gate.reopen();
      await write();
      assert.ok((await ids()).includes('later'));
    } finally {
      await behind.close();
      await gate.shut();
    }
  });

  it('says that nothing was done when the server refuses the connection', async () => {
    const url = new URL(storage.databaseUrl ?? '');
    url.username = 'refused';
    await faults.run('create role refused login superuser');
    const behind = await open(url.href);
    try {
      await faults.run('alter role refused nologin');
      await faults.terminateOthers();
      const write = behind.transaction(async (tx) => {
        // An idle connection that has ended is noticed by this, and the next one is refused.
        await tx.selectFrom('accounts').selectAll().execute();
        await insert('refused')(tx);
      });
      await assert.rejects(write, nothingDone);
      await faults.run('alter role refused login');
      await behind.transaction(insert('let in'));
      assert.ok(!(await ids()).includes('refused'));
    } finally {
      await behind.close();
      await faults.run('drop role refused');
    }
  });

  it('says that nothing was done by a server that only reads, and leaves it', async () => {
    const onlyRead = () => sql`set default_transaction_read_only = on`.execute(database.query);
    await onlyRead();
    await assert.rejects(database.transaction(insert('in a transaction')), nothingDone);
    await database.transaction(insert('elsewhere'));
    await onlyRead();
    await assert.rejects(insert('alone')(database.query), nothingDone);
    await insert('elsewhere, too')(database.query);
    assert.ok((await ids()).includes('elsewhere, too'));
  });

  it('leaves what is wrong with a statement as it is', async () => {
    await database.transaction(insert('taken'));
    const again = database.query.insertInto('accounts').values({ id: 'taken' }).execute();
    await assert.rejects(again, (error) => !(error instanceof DatabaseUnavailableError));
  });
});
