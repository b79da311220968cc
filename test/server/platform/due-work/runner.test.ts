import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, beforeEach, describe, it } from 'node:test';
import { sql } from 'kysely';
import type { Database } from '../../../../server/platform/database/database.ts';
import { openDatabase } from '../../../../server/platform/database/open-database.ts';
import {
  createDueWork,
  type DueWork,
  type DueWorkSchema,
  decidePayload,
  schedule,
  unschedule,
} from '../../../../server/platform/due-work/due-work.ts';
import {
  type ClaimedWork,
  type DueWorkHandler,
  DueWorkRunner,
} from '../../../../server/platform/due-work/runner.ts';
import { makeStorage, type Storage } from '../../../helpers/storage.ts';
import { until } from '../../../helpers/until.ts';

describe('DueWorkRunner', () => {
  const opened: Array<{ storage: Storage; database: Database<DueWorkSchema> }> = [];
  let database: Database<DueWorkSchema>;
  let now: number;
  let errors: unknown[];

  beforeEach(async () => {
    const storage = await makeStorage();
    database = await openDatabase<DueWorkSchema>({
      file: join(storage.folder, 'bff.db'),
      url: storage.databaseUrl,
      schemaName: 'bff',
      migrations: { '001': { up: createDueWork } },
    });
    opened.push({ storage, database });
    now = 1_000_000;
    errors = [];
  });

  after(async () => {
    for (const { storage, database } of opened) {
      await database.close();
      await storage.remove();
    }
  });

  const makeRunner = (handlers: Record<string, DueWorkHandler>) =>
    new DueWorkRunner({
      database,
      handlers,
      deliveries: ['deliver'],
      now: () => now,
      realNow: () => now,
      scopes: () => [''],
      onError: (error) => errors.push(error),
    });

  const noting =
    (ran: string[]): DueWorkHandler =>
    async ({ key }) => {
      ran.push(key);
      return 'done';
    };

  const put = (work: Partial<DueWork> & { key: string }) =>
    database.transaction((tx) => schedule(tx, { kind: 'remind', scope: '', dueAt: now, ...work }));

  const rows = () => database.query.selectFrom('due_work').selectAll().execute();

  it('runs due work in the order of its times and leaves the rest', async () => {
    const ran: string[] = [];
    const runner = makeRunner({ remind: noting(ran) });
    await put({ key: 'second', dueAt: now - 1 });
    await put({ key: 'first', dueAt: now - 2 });
    await put({ key: 'later', dueAt: now + 1 });
    await runner.runDue({ scope: '', kinds: ['remind'] });
    assert.deepEqual(ran, ['first', 'second']);
    assert.deepEqual(
      (await rows()).map(({ key }) => key),
      ['later'],
    );
  });

  it('takes no more at a time than it wants, when the database takes its table for smaller than it is', async () => {
    const ran: string[] = [];
    const runner = makeRunner({ remind: noting(ran) });
    await put({ key: '0', dueAt: now - 9 });
    if (database.engine === 'postgres') await sql`vacuum analyze due_work`.execute(database.query);
    for (const key of ['1', '2', '3', '4']) await put({ key, dueAt: now - 8 + Number(key) });
    await runner.runDue({ scope: '', kinds: ['remind'] });
    assert.deepEqual(ran, ['0', '1', '2', '3', '4']);
  });

  it('takes up committed work at once and never the work of a rollback', async () => {
    const ran = Promise.withResolvers<ClaimedWork>();
    const runner = makeRunner({
      remind: async (work) => {
        ran.resolve(work);
        return 'done';
      },
    });
    await runner.start();
    await assert.rejects(
      database.transaction(async (tx) => {
        await schedule(tx, { kind: 'remind', key: 'lost', scope: '', dueAt: now });
        throw new Error('rolled back');
      }),
    );
    await put({ key: 'kept', payload: { to: 'somebody' } });
    const work = await ran.promise;
    assert.equal(work.key, 'kept');
    assert.deepEqual(work.payload, { to: 'somebody' });
    await runner.stop();
  });

  it('keeps work whose handler asks for another time or throws', async () => {
    let tries = 0;
    const runner = makeRunner({
      remind: async ({ attempts }) => {
        tries += 1;
        if (attempts === 0) return { retryAt: now + 10 };
        if (attempts === 1) throw new Error('broken');
        return 'done';
      },
    });
    await put({ key: 'a' });
    await runner.runDue({ scope: '', kinds: ['remind'] });
    now += 10;
    await runner.runDue({ scope: '', kinds: ['remind'] });
    assert.equal(errors.length, 1);
    now += 60_000;
    await runner.runDue({ scope: '', kinds: ['remind'] });
    assert.equal(tries, 3);
    assert.deepEqual(await rows(), []);
  });

  it('repeats work whose handler threw after a pause, however long it ran', async () => {
    const runner = makeRunner({
      remind: async () => {
        now += 20_000;
        throw new Error('out of time');
      },
    });
    await put({ key: 'a' });
    await runner.runDue({ scope: '', kinds: ['remind'] });
    assert.equal(errors.length, 1);
    assert.equal((await rows())[0]?.due_at, now + 1_000);
  });

  it('keeps a row that is rescheduled while its old run ends', async () => {
    const runner = makeRunner({
      remind: async () => {
        if ((await rows())[0]?.version === 1) await put({ key: 'a', dueAt: now + 5 });
        return 'done';
      },
    });
    await put({ key: 'a' });
    await runner.runDue({ scope: '', kinds: ['remind'] });
    assert.equal((await rows())[0]?.due_at, now + 5);
  });

  it('runs it again with the payload that a run decided, which no later one changes', async () => {
    const ran: unknown[] = [];
    const decide = (key: string, payload: string) =>
      database.transaction((tx) =>
        decidePayload(tx, { kind: 'remind', key, scope: '', dueAt: now, payload }),
      );
    const runner = makeRunner({
      remind: async ({ key, payload }) => {
        ran.push(payload);
        await decide(key, payload === null ? 'first' : 'second');
        return payload === null ? 'done' : { retryAt: now + 1_000 };
      },
    });
    await put({ key: 'a' });
    await runner.runDue({ scope: '', kinds: ['remind'] });
    now += 1_000;
    await runner.runDue({ scope: '', kinds: ['remind'] });
    assert.deepEqual(ran, [null, 'first', 'first']);
    await decide('gone', 'first');
    assert.deepEqual(
      (await rows()).map(({ key, payload }) => [key, payload]),
      [['a', '"first"']],
    );
  });

  it('takes up the work of a process that died, when its lease has ended', async () => {
    const never = makeRunner({ remind: () => new Promise(() => undefined) });
    await put({ key: 'a' });
    void never.runDue({ scope: '', kinds: ['remind'] });
    while ((await rows())[0]?.leased_until === 0);
    const ran: string[] = [];
    const heir = makeRunner({ remind: noting(ran) });
    await heir.runDue({ scope: '', kinds: ['remind'] });
    assert.deepEqual(ran, []);
    now += 120_000;
    await heir.runDue({ scope: '', kinds: ['remind'] });
    assert.deepEqual(ran, ['a']);
  });

  it('keeps to itself what runs longer than a lease', async () => {
    const begun = Promise.withResolvers<void>();
    const mayEnd = Promise.withResolvers<'done'>();
    let runs = 0;
    const runner = makeRunner({
      remind: () => {
        runs += 1;
        begun.resolve();
        return mayEnd.promise;
      },
    });
    const other = makeRunner({ remind: () => assert.fail('ran twice') });
    await put({ key: 'long' });
    await runner.start();
    await begun.promise;
    for (let minute = 1; minute <= 4; minute += 1) {
      now += 60_000;
      runner.wake();
      await until('the lease is renewed', async () =>
        (await rows())[0]?.leased_until === now + 90_000 ? true : undefined,
      );
      await other.runDue({ scope: '', kinds: ['remind'] });
    }
    mayEnd.resolve('done');
    await runner.stop();
    assert.equal(runs, 1);
    assert.deepEqual([await rows(), errors], [[], []]);
  });

  it('leaves to another process what that one took when the lease had ended', async () => {
    const begun = Promise.withResolvers<void>();
    const mayEnd = Promise.withResolvers<'done'>();
    const late = makeRunner({
      remind: () => {
        begun.resolve();
        return mayEnd.promise;
      },
    });
    await put({ key: 'long' });
    await late.start();
    await begun.promise;
    const takenUntil = now + 300_000;
    await database.query.updateTable('due_work').set({ leased_until: takenUntil }).execute();
    now += 80_000;
    late.wake();
    await put({ key: 'next' });
    await until('it has looked', async () =>
      (await rows()).some(({ key, leased_until }) => key === 'next' && leased_until > 0)
        ? true
        : undefined,
    );
    const long = (await rows()).find(({ key }) => key === 'long');
    assert.equal(long?.leased_until, takenUntil);
    mayEnd.resolve('done');
    await late.stop();
  });

  it('gives a receiver that hangs a few places and lets the others go on', async () => {
    const hung = Promise.withResolvers<'done'>();
    const delivered = Promise.withResolvers<void>();
    const runner = makeRunner({
      remind: ({ key }) => {
        if (key !== 'healthy') return hung.promise;
        delivered.resolve();
        return Promise.resolve('done');
      },
    });
    for (let index = 0; index < 100; index += 1) {
      await put({ key: `slow-${index}`, lane: 'slow', dueAt: now - 10 });
    }
    await put({ key: 'healthy', lane: 'healthy' });
    await runner.start();
    await delivered.promise;
    hung.resolve('done');
    await runner.stop();
  });

  for (const [failure, how] of [
    [{ retryAt: 1_001_000 }, 'fails'],
    ['given_up', 'fails for the last time'],
  ] as const) {
    it(`gives a receiver more places while it takes what it is sent, until it ${how}`, async () => {
      let doors = Promise.withResolvers<void>();
      let wanted = Number.POSITIVE_INFINITY;
      let isThere = Promise.withResolvers<void>();
      let waiting = 0;
      const runner = makeRunner({
        deliver: async ({ key }) => {
          waiting += 1;
          if (waiting === wanted) isThere.resolve();
          await doors.promise;
          waiting -= 1;
          return key.startsWith('bad') ? failure : 'done';
        },
      });
      const send = (count: number, prefix: string) =>
        database.transaction(async (tx) => {
          for (let index = 0; index < count; index += 1) {
            const work = {
              kind: 'deliver',
              key: `${prefix}-${index}`,
              scope: '',
              lane: 'receiver',
            };
            await schedule(tx, { ...work, dueAt: now });
          }
        });
      /** As many as the receiver gets at a time, of more. @returns when they have been answered */
      const deliver = async (places: number, prefix: string) => {
        wanted = places;
        isThere = Promise.withResolvers();
        await send(places, prefix);
        await isThere.promise;
        const open = doors;
        doors = Promise.withResolvers();
        open.resolve();
        await until('all have been answered', async () => (waiting === 0 ? true : undefined));
      };
      await runner.start();
      for (const places of [8, 16, 32, 64]) await deliver(places, `good-${places}`);
      await deliver(1, 'bad');
      await send(20, 'last');
      await until('the last have their places', async () => (waiting === 8 ? true : undefined));
      doors.resolve();
      await runner.stop();
      assert.deepEqual(errors, []);
    });
  }

  it('gives a lane of other work no more places, however well it goes', async () => {
    let running = 0;
    let most = 0;
    const runner = makeRunner({
      remind: async () => {
        running += 1;
        most = Math.max(most, running);
        await new Promise((resume) => setImmediate(resume));
        running -= 1;
        return 'done';
      },
    });
    for (let index = 0; index < 40; index += 1) await put({ key: `${index}`, lane: 'following' });
    await runner.start();
    await until('all have run', async () => ((await rows()).length === 0 ? true : undefined));
    await runner.stop();
    assert.equal(most, 8);
  });

  it('never runs more than eight of a lane, also where a claim finds more', async () => {
    const hung = Promise.withResolvers<'done'>();
    const first = Promise.withResolvers<void>();
    const delivered = Promise.withResolvers<void>();
    let running = 0;
    const runner = makeRunner({
      remind: ({ key }) => {
        if (key === 'healthy') {
          delivered.resolve();
          return Promise.resolve('done');
        }
        running += 1;
        first.resolve();
        return hung.promise;
      },
    });
    await put({ key: 'slow', lane: 'slow', dueAt: now - 20 });
    await runner.start();
    await first.promise;
    await database.transaction(async (tx) => {
      for (let index = 0; index < 20; index += 1) {
        const work = { kind: 'remind', key: `slow-${index}`, scope: '', lane: 'slow' };
        await schedule(tx, { ...work, dueAt: now - 10 });
      }
      await schedule(tx, { kind: 'remind', key: 'healthy', scope: '', dueAt: now });
    });
    await delivered.promise;
    assert.equal(running, 8);
    hung.resolve('done');
    await runner.stop();
  });

  it('claims no more than there are places for, while handlers are slow', async (t) => {
    if (database.engine !== 'sqlite') return t.skip('counts the changes of SQLite');
    const changed = async () => {
      const { rows } = await sql<{ n: number }>`select total_changes() as n`.execute(
        database.query,
      );
      return rows[0]?.n ?? 0;
    };
    const ends: Array<(result: 'done') => void> = [];
    const runner = makeRunner({
      remind: () => new Promise<'done'>((resolve) => ends.push(resolve)),
    });
    await database.transaction(async (tx) => {
      for (let index = 0; index < 100; index += 1) {
        await schedule(tx, { kind: 'remind', key: `${index}`, scope: '', dueAt: now });
      }
    });
    await runner.start();
    await until('all places are taken', async () => (ends.length === 64 ? true : undefined));
    const before = await changed();
    for (const end of ends.slice(0, 10)) {
      const begun = ends.length;
      end('done');
      await until('the next begins', async () => (ends.length > begun ? true : undefined), {
        everyMs: 5,
      });
    }
    // One row is deleted and one claimed for each that has ended.
    assert.equal((await changed()) - before, 20);
    for (const end of ends) end('done');
    await runner.stop();
    return undefined;
  });

  it('runs what has no lane while many receivers hang', async () => {
    const hung = Promise.withResolvers<'done'>();
    const ran = Promise.withResolvers<void>();
    const runner = makeRunner({
      remind: ({ key }) => {
        if (key !== 'deadline') return hung.promise;
        ran.resolve();
        return Promise.resolve('done');
      },
    });
    await database.transaction(async (tx) => {
      for (let index = 0; index < 100; index += 1) {
        const work = {
          kind: 'remind',
          key: `slow-${index}`,
          scope: '',
          lane: `slow-${index % 10}`,
        };
        await schedule(tx, { ...work, dueAt: now - 10 });
      }
      await schedule(tx, { kind: 'remind', key: 'deadline', scope: '', dueAt: now });
    });
    await runner.start();
    await ran.promise;
    hung.resolve('done');
    await runner.stop();
  });

  it('runs what has no lane while so many receivers hang that their places are used up', async () => {
    const hung = Promise.withResolvers<'done'>();
    const allHang = Promise.withResolvers<void>();
    const ran = Promise.withResolvers<void>();
    let hanging = 0;
    const runner = makeRunner({
      remind: ({ key }) => {
        if (key === 'deadline') {
          ran.resolve();
          return Promise.resolve('done');
        }
        hanging += 1;
        if (hanging === 1_024) allHang.resolve();
        return hung.promise;
      },
    });
    await database.transaction(async (tx) => {
      for (let index = 0; index < 1_200; index += 1) {
        const work = { kind: 'remind', key: `slow-${index}`, lane: `slow-${index % 150}` };
        await schedule(tx, { ...work, scope: '', dueAt: now - 10 });
      }
    });
    await runner.start();
    await allHang.promise;
    await put({ key: 'deadline' });
    await ran.promise;
    assert.equal(hanging, 1_024);
    hung.resolve('done');
    await runner.stop();
  });

  it('leaves to others what it was about to take when it was stopped', async () => {
    const ran: string[] = [];
    const runner = makeRunner({ remind: noting(ran) });
    await runner.start();
    await put({ key: 'late' });
    await runner.stop();
    assert.deepEqual(ran, []);
    const [row] = await rows();
    assert.deepEqual([row?.key, row?.leased_until], ['late', 0]);
  });

  it('waits for due work that is already running in the background', async () => {
    const started = Promise.withResolvers<void>();
    const mayEnd = Promise.withResolvers<void>();
    let hasEnded = false;
    const runner = makeRunner({
      remind: async () => {
        started.resolve();
        await mayEnd.promise;
        hasEnded = true;
        return 'done';
      },
    });
    await put({ key: 'a' });
    await runner.start();
    await started.promise;
    const ran = runner.runDue({ scope: '', kinds: ['remind'] });
    setImmediate(() => mayEnd.resolve());
    await ran;
    assert.equal(hasEnded, true);
    await runner.stop();
  });

  it('does not run what was taken back', async () => {
    const runner = makeRunner({ remind: () => assert.fail('ran') });
    await put({ key: 'a' });
    await database.transaction((tx) => unschedule(tx, 'remind', 'a'));
    await runner.runDue({ scope: '', kinds: ['remind'] });
    assert.deepEqual(errors, []);
  });
});
