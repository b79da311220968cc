import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { maxSponsors } from '../../../../server/config/settings-files.ts';
import {
  decidePayload,
  schedule,
  unschedule,
} from '../../../../server/platform/due-work/due-work.ts';
import {
  type ClaimedWork,
  claimDue,
  type DueWorkHandler,
  DueWorkRunner,
} from '../../../../server/platform/due-work/runner.ts';
import { hourMs, minuteMs } from '../../../helpers/durations.ts';
import { queryPlan } from '../../../helpers/query-plan.ts';
import { until } from '../../../helpers/until.ts';
import { testRunners } from './testbed.ts';

describe('DueWorkRunner', () => {
  const bed = testRunners();

  const noting =
    (ran: string[]): DueWorkHandler =>
    async ({ key }) => {
      ran.push(key);
      return 'done';
    };

  /** A process took the work `a` and ended nothing since. */
  const dieWithWork = async () => {
    const never = bed.makeRunner({ remind: () => new Promise(() => undefined) });
    await bed.put({ key: 'a' });
    void never.runDue({ scope: '', kinds: ['remind'] });
    while ((await bed.rows())[0]?.leased_until === 0);
  };

  it('runs due work in the order of its times and leaves the rest', async () => {
    const ran: string[] = [];
    const runner = bed.makeRunner({ remind: noting(ran) });
    await bed.put({ key: 'second', dueAt: bed.now - 1 });
    await bed.put({ key: 'first', dueAt: bed.now - 2 });
    await bed.put({ key: 'later', dueAt: bed.now + 1 });
    await runner.runDue({ scope: '', kinds: ['remind'] });
    assert.deepEqual(ran, ['first', 'second']);
    assert.deepEqual(
      (await bed.rows()).map(({ key }) => key),
      ['later'],
    );
  });

  it('takes no more at a time than it wants, when the bed.database takes its table for smaller than it is', async () => {
    const ran: string[] = [];
    const runner = bed.makeRunner({ remind: noting(ran) });
    await bed.put({ key: '0', dueAt: bed.now - 9 });
    if (bed.database.engine === 'postgres')
      await sql`vacuum analyze due_work`.execute(bed.database.query);
    for (const key of ['1', '2', '3', '4'])
      await bed.put({ key, dueAt: bed.now - 8 + Number(key) });
    await runner.runDue({ scope: '', kinds: ['remind'] });
    assert.deepEqual(ran, ['0', '1', '2', '3', '4']);
  });

  it('runs the work of several scopes oldest first, what is due by the clock of each', async () => {
    const ran: string[] = [];
    const scopes = ['one', 'two', 'three'];
    const runner = bed.makeRunner({ remind: noting(ran) }, scopes);
    const keys = Array.from({ length: 30 }, (_none, at) => String(at));
    for (const [at, key] of keys.entries()) {
      const scope = scopes[Math.floor(at / 4) % scopes.length] ?? '';
      await bed.put({ key, scope, dueAt: bed.now - keys.length + at });
    }
    await bed.put({ key: 'later', scope: 'two', dueAt: bed.now + 1 });
    await bed.put({ key: 'of another', scope: 'four' });
    await runner.start();
    await until('all have run', async () => ((await bed.rows()).length === 2 ? true : undefined));
    await runner.stop();
    assert.deepEqual(ran, keys);
  });

  const skip = process.env.TEST_DATABASE_URL ? 'PostgreSQL plans by what the tables hold' : false;
  for (const scopes of [1, 3]) {
    it(`goes through no backlog for what it takes of ${scopes} scopes`, { skip }, async () => {
      const { query } = bed.database;
      const names = ['scope', 'kind', 'lane'].flatMap((name) => [0, 1, 2].map((at) => name + at));
      const numbers = {
        realNow: 1,
        leasedUntil: 2,
        limit: 8,
        now0: 1,
        now1: 1,
        now2: 1,
      };
      const args = { ...numbers, ...Object.fromEntries(names.map((name) => [name, name])) };
      const form = { scopes, kinds: 3, fullLanes: 3, hasLanes: true };
      const plan = await queryPlan(query, claimDue(query, { engine: 'sqlite', form, args }));
      const reads = plan.filter((line) => line.includes('due_work_by_time'));
      const read = 'SEARCH due_work USING INDEX due_work_by_time (scope=? AND due_at<?)';
      assert.deepEqual(reads, Array(scopes).fill(read), plan.join('\n'));
      const isSorted = plan.some(
        (line, at) => line.startsWith('USE TEMP B-TREE') && plan[at - 1] === read,
      );
      assert.equal(isSorted, false, plan.join('\n'));
    });
  }

  it('claims for as many sponsors as there can be, with as many lanes full as can be', async () => {
    const { query, engine } = bed.database;
    // Twice as many kinds as a service has, and all places in lanes by the fewest that fill one.
    const form = { scopes: maxSponsors, kinds: 60, fullLanes: 1_024 / 8, hasLanes: true };
    const listed = (name: string, length: number, value: unknown) =>
      Array.from({ length }, (_none, at) => [`${name}${at}`, value] as const);
    const args = {
      realNow: 1,
      leasedUntil: 2,
      limit: 8,
      ...Object.fromEntries([
        ...listed('scope', form.scopes, 'scope'),
        ...listed('now', form.scopes, 1),
        ...listed('kind', form.kinds, 'kind'),
        ...listed('lane', form.fullLanes, 'lane'),
      ]),
    };
    assert.deepEqual(await claimDue(query, { engine, form, args }).execute(), []);
  });

  it('takes up committed work at once and never the work of a rollback', async () => {
    const ran = Promise.withResolvers<ClaimedWork>();
    const runner = bed.makeRunner({
      remind: async (work) => {
        ran.resolve(work);
        return 'done';
      },
    });
    await runner.start();
    await assert.rejects(
      bed.database.transaction(async (tx) => {
        await schedule(tx, { kind: 'remind', key: 'lost', scope: '', dueAt: bed.now });
        throw new Error('rolled back');
      }),
    );
    await bed.put({ key: 'kept', payload: { to: 'somebody' } });
    const work = await ran.promise;
    assert.equal(work.key, 'kept');
    assert.deepEqual(work.payload, { to: 'somebody' });
    await runner.stop();
  });

  it('keeps work whose handler asks for another time or throws', async () => {
    let tries = 0;
    const runner = bed.makeRunner({
      remind: async ({ attempts }) => {
        tries += 1;
        if (attempts === 0) return { retryAt: bed.now + 10 };
        if (attempts === 1) throw new Error('broken');
        return 'done';
      },
    });
    await bed.put({ key: 'a' });
    await runner.runDue({ scope: '', kinds: ['remind'] });
    bed.now += 10;
    await runner.runDue({ scope: '', kinds: ['remind'] });
    assert.equal(bed.errors.length, 1);
    bed.now += 60_000;
    await runner.runDue({ scope: '', kinds: ['remind'] });
    assert.equal(tries, 3);
    assert.deepEqual(await bed.rows(), []);
  });

  it('refuses on both engines a time that is no whole millisecond', async () => {
    await assert.rejects(bed.put({ key: 'a', dueAt: bed.now + 0.25 }), RangeError);
    assert.deepEqual(await bed.rows(), []);
    const runner = bed.makeRunner({ remind: async () => ({ retryAt: bed.now + 2_000.25 }) });
    await bed.put({ key: 'a' });
    await runner.runDue({ scope: '', kinds: ['remind'] });
    assert.deepEqual(
      bed.errors.map((error) => error instanceof RangeError),
      [true],
    );
    assert.equal((await bed.rows())[0]?.due_at, bed.now + 1_000);
  });

  it('says once a minute that the database refuses, however often it asks', async (t) => {
    let polls = 0;
    const told: string[] = [];
    const runner = new DueWorkRunner({
      database: bed.database,
      handlers: { remind: noting([]) },
      now: () => bed.now,
      realNow: () => bed.now,
      scopes: () => {
        polls += 1;
        return [''];
      },
      onError: (_error, { kind }) => told.push(kind),
      pollMs: 1,
    });
    t.after(() => runner.stop());
    const refused = async (times: number) => {
      const enough = polls + times + 1;
      await until('polls', async () => (polls >= enough ? true : undefined));
    };
    await runner.start();
    await sql`alter table due_work rename to due_work_away`.execute(bed.database.query);
    await refused(3);
    assert.deepEqual(told, ['claim']);
    bed.now += minuteMs;
    await refused(3);
    assert.deepEqual(told, ['claim', 'claim']);
  });

  it('repeats work whose handler threw after a pause, however long it ran', async () => {
    const runner = bed.makeRunner({
      remind: async () => {
        bed.now += 20_000;
        throw new Error('out of time');
      },
    });
    await bed.put({ key: 'a' });
    await runner.runDue({ scope: '', kinds: ['remind'] });
    assert.equal(bed.errors.length, 1);
    assert.equal((await bed.rows())[0]?.due_at, bed.now + 1_000);
  });

  it('keeps a row that is rescheduled while its old run ends', async () => {
    const runner = bed.makeRunner({
      remind: async () => {
        if ((await bed.rows())[0]?.version === 1) await bed.put({ key: 'a', dueAt: bed.now + 5 });
        return 'done';
      },
    });
    await bed.put({ key: 'a' });
    await runner.runDue({ scope: '', kinds: ['remind'] });
    assert.equal((await bed.rows())[0]?.due_at, bed.now + 5);
  });

  it('runs it again with the payload that a run decided, which no later one changes', async () => {
    const ran: unknown[] = [];
    const decide = (key: string, payload: string) =>
      bed.database.transaction((tx) =>
        decidePayload(tx, { kind: 'remind', key, scope: '', dueAt: bed.now, payload }),
      );
    const runner = bed.makeRunner({
      remind: async ({ key, payload }) => {
        ran.push(payload);
        await decide(key, payload === null ? 'first' : 'second');
        return payload === null ? 'done' : { retryAt: bed.now + 1_000 };
      },
    });
    await bed.put({ key: 'a' });
    await runner.runDue({ scope: '', kinds: ['remind'] });
    bed.now += 1_000;
    await runner.runDue({ scope: '', kinds: ['remind'] });
    assert.deepEqual(ran, [null, 'first', 'first']);
    await decide('gone', 'first');
    assert.deepEqual(
      (await bed.rows()).map(({ key, payload }) => [key, payload]),
      [['a', '"first"']],
    );
  });

  it('takes up the work of a process that died, when its lease has ended', async () => {
    await dieWithWork();
    const ran: string[] = [];
    const heir = bed.makeRunner({ remind: noting(ran) });
    await heir.runDue({ scope: '', kinds: ['remind'] });
    assert.deepEqual(ran, []);
    bed.now += 120_000;
    await heir.runDue({ scope: '', kinds: ['remind'] });
    assert.deepEqual(ran, ['a']);
  });

  it('takes it up a lease later, too, when the clock has been set back meanwhile', async () => {
    bed.now += hourMs;
    await dieWithWork();
    const ran: string[] = [];
    const heir = bed.makeRunner({ remind: noting(ran) });
    await heir.runDue({ scope: '', kinds: ['remind'] });
    bed.now -= hourMs;
    await heir.runDue({ scope: '', kinds: ['remind'] });
    bed.now += 89_999;
    await heir.runDue({ scope: '', kinds: ['remind'] });
    assert.deepEqual(ran, []);
    bed.now += 1;
    await heir.runDue({ scope: '', kinds: ['remind'] });
    assert.deepEqual(ran, ['a']);
  });

  it('keeps to itself what runs longer than a lease, also by a clock that is set back', async () => {
    const begun = Promise.withResolvers<void>();
    const mayEnd = Promise.withResolvers<'done'>();
    let runs = 0;
    const runner = bed.makeRunner({
      remind: () => {
        runs += 1;
        begun.resolve();
        return mayEnd.promise;
      },
    });
    const other = bed.makeRunner({ remind: () => assert.fail('ran twice') });
    await bed.put({ key: 'long' });
    await runner.start();
    await begun.promise;
    for (const passedMs of [60_000, 60_000, -hourMs, 60_000, 60_000]) {
      bed.now += passedMs;
      runner.wake();
      await until('the lease is renewed', async () =>
        (await bed.rows())[0]?.leased_until === bed.now + 90_000 ? true : undefined,
      );
      await other.runDue({ scope: '', kinds: ['remind'] });
    }
    mayEnd.resolve('done');
    await runner.stop();
    assert.equal(runs, 1);
    assert.deepEqual([await bed.rows(), bed.errors], [[], []]);
  });

  it('leaves to another process what that one took when the lease had ended', async () => {
    const begun = Promise.withResolvers<void>();
    const mayEnd = Promise.withResolvers<'done'>();
    const late = bed.makeRunner({
      remind: () => {
        begun.resolve();
        return mayEnd.promise;
      },
    });
    await bed.put({ key: 'long' });
    await late.start();
    await begun.promise;
    const takenUntil = bed.now + 300_000;
    await bed.database.query.updateTable('due_work').set({ leased_until: takenUntil }).execute();
    bed.now += 80_000;
    late.wake();
    await bed.put({ key: 'next' });
    await until('it has looked', async () =>
      (await bed.rows()).some(({ key, leased_until }) => key === 'next' && leased_until > 0)
        ? true
        : undefined,
    );
    const long = (await bed.rows()).find(({ key }) => key === 'long');
    assert.equal(long?.leased_until, takenUntil);
    mayEnd.resolve('done');
    await late.stop();
  });

  it('leaves to others what it was about to take when it was stopped', async () => {
    const ran: string[] = [];
    const runner = bed.makeRunner({ remind: noting(ran) });
    await runner.start();
    await bed.put({ key: 'late' });
    await runner.stop();
    assert.deepEqual(ran, []);
    const [row] = await bed.rows();
    assert.deepEqual([row?.key, row?.leased_until], ['late', 0]);
  });

  it('waits for due work that is already running in the background', async () => {
    const started = Promise.withResolvers<void>();
    const mayEnd = Promise.withResolvers<void>();
    let hasEnded = false;
    const runner = bed.makeRunner({
      remind: async () => {
        started.resolve();
        await mayEnd.promise;
        hasEnded = true;
        return 'done';
      },
    });
    await bed.put({ key: 'a' });
    await runner.start();
    await started.promise;
    const ran = runner.runDue({ scope: '', kinds: ['remind'] });
    setImmediate(() => mayEnd.resolve());
    await ran;
    assert.equal(hasEnded, true);
    await runner.stop();
  });

  it('does not run what was taken back', async () => {
    const runner = bed.makeRunner({ remind: () => assert.fail('ran') });
    await bed.put({ key: 'a' });
    await bed.database.transaction((tx) => unschedule(tx, 'remind', 'a'));
    await runner.runDue({ scope: '', kinds: ['remind'] });
    assert.deepEqual(bed.errors, []);
  });
});
