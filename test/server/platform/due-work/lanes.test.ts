import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { schedule } from '../../../../server/platform/due-work/due-work.ts';
import { until } from '../../../helpers/until.ts';
import { testRunners } from './testbed.ts';

describe('DueWorkRunner with many receivers', () => {
  const bed = testRunners();

  it('gives a receiver that hangs a few places and lets the others go on', async () => {
    const hung = Promise.withResolvers<'done'>();
    const delivered = Promise.withResolvers<void>();
    const runner = bed.makeRunner({
      remind: ({ key }) => {
        if (key !== 'healthy') return hung.promise;
        delivered.resolve();
        return Promise.resolve('done');
      },
    });
    for (let index = 0; index < 100; index += 1) {
      await bed.put({ key: `slow-${index}`, lane: 'slow', dueAt: bed.now - 10 });
    }
    await bed.put({ key: 'healthy', lane: 'healthy' });
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
      const runner = bed.makeRunner({
        deliver: async ({ key }) => {
          waiting += 1;
          if (waiting === wanted) isThere.resolve();
          await doors.promise;
          waiting -= 1;
          return key.startsWith('bad') ? failure : 'done';
        },
      });
      const send = (count: number, prefix: string) =>
        bed.database.transaction(async (tx) => {
          for (let index = 0; index < count; index += 1) {
            const work = {
              kind: 'deliver',
              key: `${prefix}-${index}`,
              scope: '',
              lane: 'receiver',
            };
            await schedule(tx, { ...work, dueAt: bed.now });
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
      assert.deepEqual(bed.errors, []);
    });
  }

  it('gives a lane of other work no more places, however well it goes', async () => {
    let running = 0;
    let most = 0;
    const runner = bed.makeRunner({
      remind: async () => {
        running += 1;
        most = Math.max(most, running);
        await new Promise((resume) => setImmediate(resume));
        running -= 1;
        return 'done';
      },
    });
    for (let index = 0; index < 40; index += 1)
      await bed.put({ key: `${index}`, lane: 'following' });
    await runner.start();
    await until('all have run', async () => ((await bed.rows()).length === 0 ? true : undefined));
    await runner.stop();
    assert.equal(most, 8);
  });

  it('never runs more than eight of a lane, also where a claim finds more', async () => {
    const hung = Promise.withResolvers<'done'>();
    const first = Promise.withResolvers<void>();
    const delivered = Promise.withResolvers<void>();
    let running = 0;
    const runner = bed.makeRunner({
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
    await bed.put({ key: 'slow', lane: 'slow', dueAt: bed.now - 20 });
    await runner.start();
    await first.promise;
    await bed.database.transaction(async (tx) => {
      for (let index = 0; index < 20; index += 1) {
        const work = { kind: 'remind', key: `slow-${index}`, scope: '', lane: 'slow' };
        await schedule(tx, { ...work, dueAt: bed.now - 10 });
      }
      await schedule(tx, { kind: 'remind', key: 'healthy', scope: '', dueAt: bed.now });
    });
    await delivered.promise;
    assert.equal(running, 8);
    hung.resolve('done');
    await runner.stop();
  });

  it('claims no more than there are places for, while handlers are slow', async (t) => {
    if (bed.database.engine !== 'sqlite') return t.skip('counts the changes of SQLite');
    const changed = async () => {
      const { rows } = await sql<{ n: number }>`select total_changes() as n`.execute(
        bed.database.query,
      );
      return rows[0]?.n ?? 0;
    };
    const ends: Array<(result: 'done') => void> = [];
    const runner = bed.makeRunner({
      remind: () => new Promise<'done'>((resolve) => ends.push(resolve)),
    });
    await bed.database.transaction(async (tx) => {
      for (let index = 0; index < 100; index += 1) {
        await schedule(tx, { kind: 'remind', key: `${index}`, scope: '', dueAt: bed.now });
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
    const runner = bed.makeRunner({
      remind: ({ key }) => {
        if (key !== 'deadline') return hung.promise;
        ran.resolve();
        return Promise.resolve('done');
      },
    });
    await bed.database.transaction(async (tx) => {
      for (let index = 0; index < 100; index += 1) {
        const work = {
          kind: 'remind',
          key: `slow-${index}`,
          scope: '',
          lane: `slow-${index % 10}`,
        };
        await schedule(tx, { ...work, dueAt: bed.now - 10 });
      }
      await schedule(tx, { kind: 'remind', key: 'deadline', scope: '', dueAt: bed.now });
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
    const runner = bed.makeRunner({
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
    await bed.database.transaction(async (tx) => {
      for (let index = 0; index < 1_200; index += 1) {
        const work = { kind: 'remind', key: `slow-${index}`, lane: `slow-${index % 150}` };
        await schedule(tx, { ...work, scope: '', dueAt: bed.now - 10 });
      }
    });
    await runner.start();
    await allHang.promise;
    await bed.put({ key: 'deadline' });
    await ran.promise;
    assert.equal(hanging, 1_024);
    hung.resolve('done');
    await runner.stop();
  });

  it('counts what still runs of receivers that have just failed', async () => {
    const failed = Promise.withResolvers<'given_up'>();
    const hung = Promise.withResolvers<'done'>();
    const ran = Promise.withResolvers<void>();
    let running = 0;
    let most = 0;
    const runner = bed.makeRunner({
      deliver: async ({ key }) => {
        if (key.startsWith('good')) return 'done';
        running += 1;
        most = Math.max(most, running);
        const result = await (key.startsWith('bad') ? failed : hung).promise;
        running -= 1;
        return result;
      },
      remind: () => {
        ran.resolve();
        return Promise.resolve('done');
      },
    });
    const send = (prefix: string, count: number, laneOf: (index: number) => string) =>
      bed.database.transaction(async (tx) => {
        for (let index = 0; index < count; index += 1) {
          const work = { kind: 'deliver', key: `${prefix}-${index}`, lane: laneOf(index) };
          await schedule(tx, { ...work, scope: '', dueAt: bed.now - 10 });
        }
      });
    const isLeft = async (count: number) =>
      (await bed.rows()).length === count ? true : undefined;
    const ofSixteen = (index: number) => `receiver-${index % 16}`;
    await runner.start();
    await send('good', 1_024, ofSixteen);
    await until('each has all its places', () => isLeft(0));
    await send('bad', 16, ofSixteen);
    await send('slow', 1_008, ofSixteen);
    await until('all places are taken', async () => (running === 1_024 ? true : undefined));
    failed.resolve('given_up');
    await until('each has failed once', () => isLeft(1_008));
    await send('other', 200, (index) => `other-${index % 25}`);
    await bed.put({ key: 'deadline' });
    await ran.promise;
    assert.equal(most, 1_024);
    hung.resolve('done');
    await runner.stop();
    assert.deepEqual(bed.errors, []);
  });
});
