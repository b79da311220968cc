import { join } from 'node:path';
import { sql } from 'kysely';
import { openDatabase } from '../../server/platform/database/open-database.ts';
import {
  createDueWork,
  type DueWorkSchema,
  schedule,
} from '../../server/platform/due-work/due-work.ts';
import { type ClaimedWork, DueWorkRunner } from '../../server/platform/due-work/runner.ts';
import { count, none, type Part } from '../bench/part.ts';
import { dayMs } from '../helpers/durations.ts';
import { makeStorage } from '../helpers/storage.ts';
import { until } from '../helpers/until.ts';
import { Random } from './fuzz/random.ts';

const asleepMs = 3 * dayMs;
/** Of ten receivers; the rest are timers. */
const deliveredShare = 0.2;
const receivers = 10;
/** As the sandbox's three sponsors: whatever their number, a claim must not read the whole backlog. */
const scopes = ['one', 'two', 'three'];
const rowsOfTransaction = 1_000;
/** What a receiver that keeps up may be sent at a time (server/SECURITY.md, limits). */
const mostToReceiver = 64;
const answeredWithinMs = 5;
const patienceMs = 300_000;

export interface AsleepOptions {
  seed: number;
  /** Rows of due work whose times have passed meanwhile. */
  timers: number;
}

/** A process that wakes after three days finds its due work late: timers, and deliveries to receivers. */
export function asleepPart({ seed, timers }: AsleepOptions): Part {
  const engine = process.env.TEST_DATABASE_URL ? 'PostgreSQL' : 'SQLite';
  return {
    name: 'asleep',
    title: `${timers.toLocaleString('en')} timers that are up to three days late (${engine})`,
    async run() {
      await using running = new AsyncDisposableStack();
      const storage = await makeStorage();
      running.defer(() => storage.remove());
      const database = await openDatabase<DueWorkSchema>({
        file: join(storage.folder, 'bff.db'),
        url: storage.databaseUrl,
        schemaName: 'bff',
        migrations: { '001': { up: createDueWork } },
      });
      running.defer(() => database.close());
      const random = new Random(seed);
      const now = Date.now();
      for (let first = 0; first < timers; first += rowsOfTransaction) {
        await database.transaction(async (tx) => {
          for (let at = first; at < Math.min(first + rowsOfTransaction, timers); at += 1) {
            const lane = random.chance(deliveredShare) ? `receiver ${at % receivers}` : '';
            const kind = lane === '' ? 'remind' : 'deliver';
            const dueAt = now - random.below(asleepMs);
            const scope = scopes[at % scopes.length] ?? '';
            await schedule(tx, { kind, key: String(at), scope, dueAt, lane, payload: dueAt });
          }
        });
      }
      // As autovacuum would have done long ago: PostgreSQL sorts a backlog that it does not know of.
      if (database.engine === 'postgres') await sql`analyze due_work`.execute(database.query);
      const seen = new Watch();
      const errors: unknown[] = [];
      const runner = new DueWorkRunner({
        database,
        handlers: { remind: seen.remind, deliver: seen.deliver },
        deliveries: ['deliver'],
        now: () => Date.now(),
        realNow: () => Date.now(),
        scopes: () => scopes,
        onError: (error) => errors.push(error),
      });
      const startedAt = performance.now();
      await runner.start();
      const isOver = async () => (seen.runs >= timers ? true : undefined);
      await until('the last one', isOver, { withinMs: patienceMs });
      await runner.stop();
      const seconds = (performance.now() - startedAt) / 1_000;
      const left = await database.query.selectFrom('due_work').selectAll().execute();
      return [
        count('run', seen.runs),
        none('run twice, or not at all', seen.runs - seen.keys.size + left.length),
        none('that failed', errors.length),
        { name: 'until the last one', value: seconds, unit: 's', atMost: 60 },
        none('timers that ran after a later one', seen.tooLate),
        {
          name: 'most at a time to one receiver',
          value: seen.mostToReceiver,
          unit: '',
          atMost: mostToReceiver,
        },
      ];
    },
  };
}

/** What the handlers see. */
class Watch {
  runs = 0;
  tooLate = 0;
  mostToReceiver = 0;
  readonly keys = new Set<string>();
  readonly #open = new Map<number, number>();
  #latestDueAt = 0;

  readonly remind = async ({ key, payload }: ClaimedWork): Promise<'done'> => {
    const dueAt = Number(payload);
    if (dueAt < this.#latestDueAt) this.tooLate += 1;
    this.#latestDueAt = Math.max(this.#latestDueAt, dueAt);
    return this.#note(key);
  };

  readonly deliver = async ({ key }: ClaimedWork): Promise<'done'> => {
    const receiver = Number(key) % receivers;
    const open = (this.#open.get(receiver) ?? 0) + 1;
    this.#open.set(receiver, open);
    this.mostToReceiver = Math.max(this.mostToReceiver, open);
    await new Promise((answered) => setTimeout(answered, answeredWithinMs));
    this.#open.set(receiver, (this.#open.get(receiver) ?? 1) - 1);
    return this.#note(key);
  };

  #note(key: string): 'done' {
    this.runs += 1;
    this.keys.add(key);
    return 'done';
  }
}
