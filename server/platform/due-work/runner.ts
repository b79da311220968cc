import { setTimeout as sleep } from 'node:timers/promises';
import { type ExpressionBuilder, type Kysely, sql } from 'kysely';
import type { Connection, Database, Engine } from '../database/database.ts';
import { prepare } from '../database/prepare.ts';
import { minuteMs } from '../durations.ts';
import {
  DUE_WORK_SCHEDULED,
  type DueWorkSchema,
  type DueWorkTable,
  dueWorkOf,
  type ScheduledWork,
  wholeMs,
} from './due-work.ts';
import { Lanes } from './lanes.ts';

export interface ClaimedWork {
  kind: string;
  key: string;
  scope: string;
  payload: unknown;
  /** Runs before this one that asked to be repeated or threw: no count of tries at a receiver. */
  attempts: number;
  /** When it was to run (epoch milliseconds on the scope's clock), as it was scheduled or put off last. */
  dueAt: number;
  /** Epoch milliseconds on the scope's clock, when the work was claimed. */
  now: number;
}

/**
 * 'done' removes the row, and so does 'given_up', by which its last try has failed; `retryAt` (epoch
 * milliseconds on the scope's clock) keeps it.
 */
export type DueWorkResult = 'done' | 'given_up' | { retryAt: number };

export type DueWorkHandler = (work: ClaimedWork) => Promise<DueWorkResult>;

export interface DueWorkRunnerOptions<Schema extends DueWorkSchema> {
  database: Database<Schema>;
  handlers: Readonly<Record<string, DueWorkHandler>>;
  /** Kinds whose lanes are receivers: one that takes what it is sent gets more at a time. */
  deliveries?: readonly string[];
  /** Epoch milliseconds on the clock of a scope. */
  now: (scope: string) => number;
  /** Epoch milliseconds of real time, for leases. */
  realNow: () => number;
  /** The scopes whose work this runner takes. */
  scopes: () => readonly string[];
  /**
   * Told of a handler that threw; its row is run again, each time after twice as long. Also told, once
   * a minute, that the database refuses to say what is due: each poll finds it so.
   */
  onError: (error: unknown, work: ClaimedWork) => void;
  /** How soon another process resumes the work of one that died. */
  leaseMs?: number;
  /** How often the table is polled for other processes' work and for passing time. */
  pollMs?: number;
}

const defaultLeaseMs = 90_000;
const defaultPollMs = 500;
/** A lease is renewed in this last part of it: a poll that is late still comes in time. */
const renewedInLast = 2 / 3;
/** One that goes on for more leases than this was written before the clock was set back. */
const mostLeasesAhead = 2;
/** What a claim costs does not grow with its rows: more of them while all that it finds has room. */
const leastClaimed = 8;
const mostClaimed = 64;
/**
 * A claim passes by all that waits for full lanes. One that takes longer leaves as much time to the
 * rest: with a claim after each delivery, a long queue would be all that the process looks at.
 */
const quickClaimMs = 2;

/** A row whose handler threw is repeated after this, doubling with every attempt up to the lease. */
const firstBackoffMs = 1_000;

/**
 * Takes due rows under a lease, oldest first, and runs their handlers. A lease is renewed while its
 * handler runs. If a process dies, another one resumes its work when the lease ends, so a handler may
 * run more than once. If the clock is set back, that is a lease after it was: those that live have
 * renewed theirs by then.
 */
export class DueWorkRunner<Schema extends DueWorkSchema> {
  readonly #options: DueWorkRunnerOptions<Schema>;
  readonly #leaseMs: number;
  readonly #inFlight = new Map<Promise<void>, DueWorkTable>();
  /** Rows whose handlers run, with their leases as they are now. */
  readonly #held = new Set<DueWorkTable>();
  #timer: NodeJS.Timeout | undefined;
  #isClaiming = false;
  #lastClaim: Promise<void> = Promise.resolve();
  #isWoken = false;
  #isStopped = true;
  #claimSize = leastClaimed;
  #refusedAt = Number.NEGATIVE_INFINITY;
  #claimedAt = Number.POSITIVE_INFINITY;
  /** A lease after the start, and after each time that the clock was set back. */
  #endsLongLeasesAt = 0;
  readonly #lanes = new Lanes();
  /** By how many scopes, kinds and full lanes they are for. */
  readonly #claims = new Map<string, ReturnType<typeof prepareClaim>>();

  constructor(options: DueWorkRunnerOptions<Schema>) {
    this.#options = options;
    this.#leaseMs = options.leaseMs ?? defaultLeaseMs;
  }

  async start(): Promise<void> {
    if (!this.#isStopped) return;
    this.#isStopped = false;
    await this.#endLeasesOfTheDead();
    this.#options.database.events.on(DUE_WORK_SCHEDULED, this.#wakeWhenDue);
    this.#timer = setInterval(this.wake, this.#options.pollMs ?? defaultPollMs);
    this.wake();
  }

  /** Polls for due work now. */
  readonly wake = (): void => {
    this.#isWoken = true;
    if (!this.#isClaiming) this.#lastClaim = this.#claimAndRun();
  };

  /** What is due later is found by the poll: most work is scheduled for a time to come. */
  readonly #wakeWhenDue = ({ scope, dueAt }: ScheduledWork): void => {
    if (dueAt <= this.#options.now(scope)) this.wake();
  };

  /** Takes no more work and waits for what is running. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#timer);
    this.#options.database.events.off(DUE_WORK_SCHEDULED, this.#wakeWhenDue);
    await this.#lastClaim;
    await Promise.all(this.#inFlight.keys());
  }

  /**
   * Runs what is due in `scope` of the given kinds, and what that makes due in turn, one after the
   * other in the order of their times; each handler sees the clock as it is. What was claimed
   * before is waited for.
   */
  async runDue({ scope, kinds }: { scope: string; kinds: readonly string[] }): Promise<void> {
    for (;;) {
      const wanted = { scopes: [scope], kinds, limit: 1, fullLanes: [], hasLanes: true };
      const [row] = await this.#claim(wanted);
      if (row) {
        await this.#run(row);
        continue;
      }
      const running = [...this.#inFlight].filter(
        ([, work]) => work.scope === scope && kinds.includes(work.kind),
      );
      if (running.length === 0 && !this.#isClaiming) return;
      // A claim under way may be for such work: the next turn knows.
      await Promise.all(running.map(([run]) => run));
      await new Promise((resume) => setImmediate(resume));
    }
  }

  /** The one process that may open a SQLite file knows that every lease in it outlived its holder. */
  async #endLeasesOfTheDead(): Promise<void> {
    const { query, engine } = this.#table();
    if (engine !== 'sqlite') return;
    await query
      .updateTable('due_work')
      .set({ leased_until: 0 })
      .where('leased_until', '>', 0)
      .execute();
  }

  async #claimAndRun(): Promise<void> {
    this.#isClaiming = true;
    try {
      while (this.#isWoken && !this.#isStopped) {
        this.#isWoken = false;
        // Before the claim, which would take what this process is still running.
        await this.#renewLeases();
        if (!this.#lanes.hasRoom()) break;
        const startedAt = performance.now();
        const rows = await this.#claim({
          scopes: this.#options.scopes(),
          kinds: Object.keys(this.#options.handlers),
          limit: Math.min(this.#claimSize, this.#lanes.roomWithoutLane || this.#claimSize),
          fullLanes: this.#lanes.full(),
          hasLanes: this.#lanes.haveRoom,
        });
        const tookMs = performance.now() - startedAt;
        if (rows.length > 0) this.#isWoken = true;
        await (this.#isStopped ? this.#giveBack(rows) : this.#runWhatHasRoom(rows));
        if (tookMs > quickClaimMs) await sleep(tookMs);
      }
    } catch (error) {
      this.#noteRefusal(error);
    } finally {
      this.#isClaiming = false;
    }
  }

  #noteRefusal(error: unknown): void {
    const now = this.#options.realNow();
    // A clock that was set back is no reason to be silent.
    if (Math.abs(now - this.#refusedAt) < minuteMs) return;
    this.#refusedAt = now;
    this.#options.onError(error, noWork);
  }

  async #renewLeases(): Promise<void> {
    const realNow = this.#options.realNow();
    const renewedFrom = realNow + this.#leaseMs * renewedInLast;
    const longest = realNow + mostLeasesAhead * this.#leaseMs;
    const ending = [...this.#held].filter(
      (row) => row.leased_until < renewedFrom || row.leased_until > longest,
    );
    for (let first = 0; first < ending.length; first += mostClaimed) {
      await this.#renew(ending.slice(first, first + mostClaimed), realNow + this.#leaseMs);
    }
  }

  /** What another process has taken meanwhile stays with it. */
  async #renew(rows: readonly DueWorkTable[], leasedUntil: number): Promise<void> {
    const renewed = await this.#table()
      .query.updateTable('due_work')
      .set({ leased_until: leasedUntil })
      .where((row) =>
        row.or(
          rows.map((held) =>
            row.and([isVersionOf(row, held), row('leased_until', '=', held.leased_until)]),
          ),
        ),
      )
      .returning(['kind', 'key'])
      .execute();
    for (const row of rows) {
      const isRenewed = renewed.some(({ kind, key }) => kind === row.kind && key === row.key);
      if (isRenewed) row.leased_until = leasedUntil;
    }
  }

  /** What was leased was due, however far ahead that is by the clock that was set back. */
  async #endLongLeasesOfTheDead(realNow: number): Promise<void> {
    // A smaller step makes no lease too long, and two measures of one clock differ by a little.
    const isSetBack = realNow < this.#claimedAt - this.#leaseMs;
    this.#claimedAt = realNow;
    if (isSetBack) this.#endsLongLeasesAt = realNow + this.#leaseMs;
    if (realNow < this.#endsLongLeasesAt) return;
    // Tried again a lease later if the database refuses.
    this.#endsLongLeasesAt = realNow + this.#leaseMs;
    const { query } = this.#table();
    const rows = await query
      .selectFrom('due_work')
      .selectAll()
      .where('leased_until', '>', realNow + mostLeasesAhead * this.#leaseMs)
      .where('scope', 'in', this.#options.scopes())
      .execute();
    for (const row of rows) {
      await query
        .updateTable('due_work')
        .set({ leased_until: 0, due_at: Math.min(row.due_at, this.#options.now(row.scope)) })
        .where((held) =>
          held.and([isVersionOf(held, row), held('leased_until', '=', row.leased_until)]),
        )
        .execute();
    }
    this.#endsLongLeasesAt = Number.POSITIVE_INFINITY;
  }

  #runInBackground(row: DueWorkTable): void {
    const run = this.#run(row).finally(() => {
      this.#inFlight.delete(run);
      this.#lanes.release(row);
      this.wake();
    });
    this.#inFlight.set(run, row);
  }

  /** A lane that was not full may have fewer places than rows of it were claimed. */
  async #runWhatHasRoom(rows: readonly DueWorkTable[]): Promise<void> {
    const back: DueWorkTable[] = [];
    for (const row of rows) {
      if (this.#lanes.take(row)) this.#runInBackground(row);
      else back.push(row);
    }
    if (back.length > 0) this.#claimSize = leastClaimed;
    else if (rows.length === this.#claimSize) {
      this.#claimSize = Math.min(2 * this.#claimSize, mostClaimed);
    }
    await this.#giveBack(back);
  }

  /** By one write, however many they are: a busy runner would else spend its time on it. */
  async #giveBack(rows: readonly DueWorkTable[]): Promise<void> {
    if (rows.length === 0) return;
    await this.#table()
      .query.updateTable('due_work')
      .set({ leased_until: 0 })
      .where((row) => row.or(rows.map((given) => isVersionOf(row, given))))
      .execute();
  }

  async #run(row: DueWorkTable): Promise<void> {
    const { kind, key, scope, attempts, due_at: dueAt } = row;
    const payload = JSON.parse(row.payload) as unknown;
    const work = { kind, key, scope, attempts, dueAt, now: this.#options.now(scope), payload };
    this.#held.add(row);
    try {
      const handler = this.#options.handlers[kind];
      if (!handler) throw new Error(`no handler takes due work of the kind ${kind}`);
      const result = await handler(work);
      this.#changePlaces(row, result);
      await this.#settle(row, result);
    } catch (error) {
      this.#lanes.shrink(row);
      this.#options.onError(error, work);
      const backoff = Math.min(firstBackoffMs * 2 ** attempts, this.#leaseMs);
      // A handler may have failed of time: from its end on, or it is repeated without a pause.
      await this.#settle(row, { retryAt: this.#options.now(scope) + backoff }).catch(
        (cause: unknown) => this.#options.onError(cause, work),
      );
    } finally {
      this.#held.delete(row);
    }
  }

  /**
   * A receiver that takes what it is sent gets one more place each time, and loses all of them by one
   * failure: a busy machine takes longer over each delivery, and has to make as many of them.
   */
  #changePlaces(row: DueWorkTable, result: DueWorkResult): void {
    if (!this.#options.deliveries?.includes(row.kind)) return;
    if (result === 'done') this.#lanes.grow(row);
    else this.#lanes.shrink(row);
  }

  async #settle(row: DueWorkTable, result: DueWorkResult): Promise<void> {
    const { database } = this.#options;
    const { kind, key, version, attempts } = row;
    if (typeof result === 'string') {
      await database.statement((tx) => deleteEnded(dueWorkOf(tx), { kind, key, version }));
      return;
    }
    const retryAt = wholeMs(result.retryAt);
    const again = { kind, key, version, retryAt, attempts: attempts + 1 };
    await database.statement((tx) => updateToRetry(dueWorkOf(tx), again));
  }

  async #claim(wanted: {
    scopes: readonly string[];
    kinds: readonly string[];
    limit: number;
    fullLanes: readonly string[];
    /** True if work of other lanes is wanted, or only work without one. */
    hasLanes: boolean;
  }): Promise<DueWorkTable[]> {
    const { scopes, kinds, limit, hasLanes } = wanted;
    const fullLanes = hasLanes ? wanted.fullLanes : [];
    if (scopes.length === 0 || kinds.length === 0) return [];
    const { query, engine } = this.#table();
    const realNow = this.#options.realNow();
    await this.#endLongLeasesOfTheDead(realNow);
    const [scopeCount, kindCount, laneCount] = [scopes.length, kinds.length, fullLanes.length];
    const claimForm = { scopes: scopeCount, kinds: kindCount, fullLanes: laneCount, hasLanes };
    const form = Object.values(claimForm).join();
    const claim = this.#claims.get(form) ?? prepareClaim(engine, claimForm);
    this.#claims.set(form, claim);
    const { rows } = await claim(query, {
      realNow,
      leasedUntil: realNow + this.#leaseMs,
      limit,
      ...named('scope', scopes),
      ...named(
        'now',
        scopes.map((scope) => this.#options.now(scope)),
      ),
      ...named('kind', kinds),
      ...named('lane', fullLanes),
    });
    return rows.toSorted((a, b) => a.due_at - b.due_at);
  }

  #table(): { query: Kysely<DueWorkSchema>; engine: Database<Schema>['engine'] } {
    const { query, engine } = this.#options.database;
    return { query: dueWorkOf(query), engine };
  }
}

type DueWorkConnection = Connection<DueWorkSchema>;

interface ClaimForm {
  scopes: number;
  kinds: number;
  fullLanes: number;
  hasLanes: boolean;
}

interface ClaimArguments {
  realNow: number;
  leasedUntil: number;
  limit: number;
  /** `scope0`, `now0`, …: what stands in a list. */
  [inList: `${'scope' | 'kind' | 'lane'}${number}`]: string;
  [inList: `now${number}`]: number;
}

/** Takes what is due under a lease, oldest first; each of its forms is compiled once. */
function prepareClaim(engine: Engine, form: ClaimForm) {
  return prepare((db: DueWorkConnection, args: ClaimArguments) =>
    claimDue(db, { engine, form, args }),
  );
}

/**
 * The statement of a claim. On PostgreSQL, of each scope as many rows as are wanted in all are locked
 * while it runs, and other nodes pass them by. SQLite takes 500 selects and 32,766 parameters in one
 * statement, so there can only be so many scopes (`maxSponsors` in server/config/settings-files.ts).
 */
export function claimDue(
  db: DueWorkConnection,
  { engine, form, args }: { engine: Engine; form: ClaimForm; args: ClaimArguments },
) {
  const list = (name: 'kind' | 'lane', length: number) =>
    Array.from({ length }, (_none, place) => args[`${name}${place}`] as string);
  const dueOf = (place: number) =>
    db
      .selectFrom('due_work')
      .select(['kind', 'key', 'due_at'])
      .where('scope', '=', args[`scope${place}`] as string)
      .where('due_at', '<=', args[`now${place}`] as number)
      .where('leased_until', '<=', args.realNow)
      .where('kind', 'in', list('kind', form.kinds))
      .$if(form.fullLanes > 0, (rows) => rows.where('lane', 'not in', list('lane', form.fullLanes)))
      .$if(!form.hasLanes, (rows) => rows.where('lane', '=', ''))
      .orderBy('due_at')
      .limit(args.limit)
      .$if(engine === 'postgres', (rows) => rows.forUpdate().skipLocked());
  const oldestOf = (place: number) => db.selectFrom(dueOf(place).as('of_scope')).selectAll();
  const others = Array.from({ length: form.scopes - 1 }, (_none, place) => oldestOf(place + 1));
  // The index has a scope's rows by time: read over several at once, all that is due is sorted.
  const due =
    others.length === 0
      ? dueOf(0)
      : oldestOf(0).unionAll(others).orderBy('due_at').limit(args.limit);
  return db
    .with(
      // Else PostgreSQL may run it once for each row of the table, and each time for the next ones.
      (cte) => cte('due').materialized(),
      () => due,
    )
    .updateTable('due_work')
    .set({ leased_until: args.leasedUntil })
    .where(sql<boolean>`(kind, key) in (select kind, key from due)`)
    .returningAll();
}

/** `named('kind', ['a', 'b']) => { kind0: 'a', kind1: 'b' }` */
function named<Name extends string, Value>(
  name: Name,
  values: readonly Value[],
): Record<`${Name}${number}`, Value> {
  return Object.fromEntries(values.map((value, place) => [`${name}${place}`, value])) as Record<
    `${Name}${number}`,
    Value
  >;
}

type RowVersion = Pick<DueWorkTable, 'kind' | 'key' | 'version'>;

function isVersionOf(
  row: ExpressionBuilder<DueWorkSchema, 'due_work'>,
  { kind, key, version }: RowVersion,
) {
  return row.and([row('kind', '=', kind), row('key', '=', key), row('version', '=', version)]);
}

const deleteEnded = prepare((db: DueWorkConnection, row: RowVersion) =>
  db
    .deleteFrom('due_work')
    .where('kind', '=', row.kind)
    .where('key', '=', row.key)
    .where('version', '=', row.version),
);

const updateToRetry = prepare(
  (db: DueWorkConnection, row: RowVersion & { retryAt: number; attempts: number }) =>
    db
      .updateTable('due_work')
      .set({ due_at: row.retryAt, leased_until: 0, attempts: row.attempts })
      .where('kind', '=', row.kind)
      .where('key', '=', row.key)
      .where('version', '=', row.version),
);

const noWork: ClaimedWork = {
  kind: 'claim',
  key: '',
  scope: '',
  payload: null,
  attempts: 0,
  dueAt: 0,
  now: 0,
};
