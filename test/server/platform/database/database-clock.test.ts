import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { sql } from 'kysely';
import type { Database } from '../../../../server/platform/database/database.ts';
import { DatabaseClock } from '../../../../server/platform/database/database-clock.ts';
import { openPostgres, REQUEST_LIMITS } from '../../../../server/platform/database/postgres.ts';
import { createLogger } from '../../../../server/platform/logging.ts';
import { type DatabaseGate, openDatabaseGate } from '../../../helpers/database-gate.ts';
import { hourMs } from '../../../helpers/durations.ts';
import { makeStorage, type Storage } from '../../../helpers/storage.ts';
import { until } from '../../../helpers/until.ts';

const skip = process.env.TEST_DATABASE_URL ? false : 'SQLite has no time of its own';
const nearMs = 2_000;
const everyMs = 20;

describe('the time of a PostgreSQL database', { skip }, () => {
  let storage: Storage;
  let gate: DatabaseGate;
  let database: Database<unknown>;
  let clock: DatabaseClock;
  let logged: string[];
  /** The database is on this machine. */
  const realNow = Date.now;
  const assertRight = () => assert.ok(Math.abs(clock.now() - realNow()) < nearMs);
  const timesLogged = (event: string) =>
    logged.filter((line) => line.includes(`"event":"${event}"`)).length;

  beforeEach(async () => {
    storage = await makeStorage();
    gate = await openDatabaseGate(storage.databaseUrl ?? '');
    database = await openPostgres(gate.url, 'bff', REQUEST_LIMITS);
    logged = [];
    const log = createLogger({
      level: 'info',
      destination: { write: (line) => logged.push(line) },
    });
    clock = await DatabaseClock.start(database, { log, everyMs });
  });
  afterEach(async () => {
    clock.stop();
    await database.close();
    await gate.shut();
    await storage.remove();
  });

  it('does not follow the machine’s, and it is said once that they differ', async (t) => {
    assertRight();
    assert.ok(Number.isInteger(clock.now()));
    const machine = t.mock.method(Date, 'now', () => realNow() + hourMs);
    assertRight();
    await until('the difference', async () => timesLogged('clock_differs') > 0 || undefined);
    assertRight();
    machine.mock.restore();
    await until('its end', async () => timesLogged('clock_agrees_again') > 0 || undefined);
    assert.equal(timesLogged('clock_differs'), 1);
  });

  it('is the database’s again when that is set, or this process was kept from counting', async (t) => {
    const counted = performance.now.bind(performance);
    for (const byMs of [hourMs, -hourMs]) {
      const parting = t.mock.method(performance, 'now', () => counted() + byMs);
      assert.ok(Math.abs(clock.now() - realNow()) > nearMs);
      const isRight = async () => Math.abs(clock.now() - realNow()) < nearMs || undefined;
      await until('the next measure', isRight);
      parting.mock.restore();
      await until('the next measure', isRight);
    }
  });

  it('begins with no measure that took long, which may be wrong by half of that', async (t) => {
    clock.stop();
    const counted = performance.now.bind(performance);
    let calls = 0;
    t.mock.method(performance, 'now', () => {
      calls += 1;
      return calls === 1 ? counted() : counted() + hourMs;
    });
    clock = await DatabaseClock.start(database, { log: createLogger({ level: 'silent' }) });
    assertRight();
  });

  it('begins all the same where every measure takes long', { timeout: 60_000 }, async (t) => {
    clock.stop();
    const counted = performance.now.bind(performance);
    let calls = 0;
    t.mock.method(performance, 'now', () => {
      calls += 1;
      return counted() + calls * hourMs;
    });
    clock = await DatabaseClock.start(database, { log: createLogger({ level: 'silent' }) });
  });

  it('goes on while the database does not answer', async (t) => {
    const before = clock.now();
    await gate.shut();
    t.mock.method(Date, 'now', () => realNow() - hourMs);
    // So that it has measured in vain, too: nobody else hears of that.
    const end = performance.now() + 10 * everyMs;
    while (performance.now() < end) {
      await assert.rejects(sql`select 1`.execute(database.query));
    }
    assert.ok(clock.now() >= before);
    assertRight();
    await gate.reopen();
    await until('a measure', async () => timesLogged('clock_differs') > 0 || undefined);
  });
});
