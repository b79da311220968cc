import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { sql } from 'kysely';
import {
  beginWithoutTimeout,
  type Database,
} from '../../../../server/platform/database/database.ts';
import {
  openPostgres,
  type PostgresLimits,
} from '../../../../server/platform/database/postgres.ts';
import {
  createDueWork,
  type DueWorkSchema,
  schedule,
} from '../../../../server/platform/due-work/due-work.ts';
import { DueWorkRunner } from '../../../../server/platform/due-work/runner.ts';
import { type DatabaseGate, openDatabaseGate } from '../../../helpers/database-gate.ts';
import { makeStorage, type Storage } from '../../../helpers/storage.ts';

interface Schema extends DueWorkSchema {
  accounts: { id: string };
}

const limits: PostgresLimits = {
  statementMs: 10_000,
  idleMs: 600,
  answerMs: 500,
  connectMs: 2_000,
};
const nothingDone = { name: 'DatabaseUnavailableError', outcome: 'nothing_done' };

const skip = process.env.TEST_DATABASE_URL ? false : 'SQLite has no server that could go silent';

describe('a PostgreSQL that goes silent', { skip, timeout: 60_000 }, () => {
  let storage: Storage;
  let gate: DatabaseGate;
  let database: Database<Schema>;

  before(async () => {
    storage = await makeStorage();
    const direct = await openPostgres<Schema>(storage.databaseUrl ?? '', 'bff', limits);
    await direct.query.schema.createTable('accounts').addColumn('id', 'text').execute();
    await createDueWork(direct.query);
    await direct.close();
  });
  beforeEach(async () => {
    gate = await openDatabaseGate(storage.databaseUrl ?? '');
    database = await openPostgres<Schema>(gate.url, 'bff', limits);
  });
  afterEach(async () => {
    await database.close();
    await gate.shut();
  });
  after(() => storage.remove());

  const ids = () => database.query.selectFrom('accounts').select('id').execute();
  const insert = (db: Database<Schema>['query'], id: string) =>
    db.insertInto('accounts').values({ id }).execute();
  const sleepFor = (db: Database<Schema>['query'], ms: number) =>
    sql`select pg_sleep(${sql.lit(ms / 1_000)})`.execute(db);

  it('is given up, and none of the connections from before is tried again', async () => {
    await Promise.all(Array.from({ length: 8 }, ids));
    gate.goDark();
    gate.lightUp();
    await assert.rejects(ids(), nothingDone);
    assert.ok(Array.isArray(await ids()));
  });

  it('keeps nobody waiting for a connection, and serves again when it answers again', async () => {
    await ids();
    gate.goDark();
    await assert.rejects(ids(), nothingDone);
    await assert.rejects(ids(), nothingDone);
    gate.lightUp();
    assert.ok(Array.isArray(await ids()));
  });

  it('leaves unknown what it was asked to commit, and does not ask it again', async () => {
    let runs = 0;
    const committing = database.transaction(async (tx) => {
      runs += 1;
      await insert(tx, 'committed');
      await tx.selectFrom('accounts').selectAll().execute();
      gate.goDark();
    });
    await assert.rejects(committing, { ...nothingDone, outcome: 'unknown' });
    assert.equal(runs, 1);
  });

  it('leaves unknown what a statement of its own wrote, but not what it read', async () => {
    await Promise.all([ids(), ids()]);
    gate.goDark();
    const [written, read] = await Promise.allSettled([insert(database.query, 'alone'), ids()]);
    assert.ok(written.status === 'rejected' && read.status === 'rejected');
    assert.equal(written.reason.outcome, 'unknown');
    assert.equal(read.reason.outcome, 'nothing_done');
  });

  it('takes back a transaction that had not come to its commit, and runs it no more', async () => {
    let runs = 0;
    const waiting = database.transaction(async (tx) => {
      runs += 1;
      await insert(tx, 'half');
      await tx.selectFrom('accounts').selectAll().execute();
      gate.goDark();
      gate.lightUp();
      await tx.selectFrom('accounts').selectAll().execute();
    });
    await assert.rejects(waiting, nothingDone);
    assert.equal(runs, 1);
    assert.ok((await ids()).every(({ id }) => id !== 'half'));
  });

  it('ends a transaction that it hears no more of, and keeps nobody from its rows', async () => {
    await insert(database.query, 'locked');
    const lock = (tx: Database<Schema>['query']) =>
      tx.selectFrom('accounts').selectAll().where('id', '=', 'locked').forUpdate().execute();
    const locking = database.transaction(async (tx) => {
      await lock(tx);
      gate.goDark();
      gate.lightUp();
    });
    await assert.rejects(locking, { ...nothingDone, outcome: 'unknown' });
    assert.equal((await database.transaction(lock)).length, 1);
  });

  it('is waited for by a transaction that takes its time, and by no other', async () => {
    const tooLong = 2 * limits.answerMs;
    await database.transaction(async (tx) => {
      await beginWithoutTimeout(tx, database);
      await sleepFor(tx, tooLong);
    });
    await assert.rejects(sleepFor(database.query, tooLong), nothingDone);
  });

  it('is waited for by a database without limits', async () => {
    const unlimited = await openPostgres<Schema>(gate.url, 'bff', { ...limits, answerMs: 0 });
    try {
      await sleepFor(unlimited.query, 2 * limits.answerMs);
    } finally {
      await unlimited.close();
    }
  });

  it('is not blamed when it was this process that stood still', async () => {
    const direct = await openPostgres<Schema>(storage.databaseUrl ?? '', 'bff', limits);
    try {
      const reading = direct.query.selectFrom('accounts').selectAll().execute();
      await new Promise((resume) => setImmediate(resume));
      const end = performance.now() + 2 * limits.answerMs;
      while (performance.now() < end);
      assert.ok(Array.isArray(await reading));
    } finally {
      await direct.close();
    }
  });

  it('holds up due work only until it answers again', async () => {
    const failed = Promise.withResolvers<unknown>();
    const ran = Promise.withResolvers<string>();
    const runner = new DueWorkRunner({
      database,
      handlers: {
        note: async ({ key }) => {
          ran.resolve(key);
          return 'done';
        },
      },
      now: () => Date.now(),
      realNow: () => Date.now(),
      scopes: () => [''],
      onError: failed.resolve,
      pollMs: 20,
    });
    await runner.start();
    gate.goDark();
    assert.equal(((await failed.promise) as Error).name, 'DatabaseUnavailableError');
    gate.lightUp();
    await database.transaction((tx) =>
      schedule(tx, { kind: 'note', key: 'a', scope: '', dueAt: Date.now() }),
    );
    assert.equal(await ran.promise, 'a');
    await runner.stop();
  });
});
