import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Hono } from 'hono';
import { integritySchema } from '../../widget/contract/public-information.ts';
import type { Clock } from '../platform/clock.ts';
import { openRootKey } from '../platform/crypto/root-key.ts';
import type { Database } from '../platform/database/database.ts';
import { bringForward, CLOCK_SET_BACK } from '../platform/due-work/due-work.ts';
import { gaugeOverdueWork } from '../platform/due-work/overdue-work.ts';
import { DueWorkRunner } from '../platform/due-work/runner.ts';
import { minuteMs } from '../platform/durations.ts';
import type { FrontPage } from '../platform/http/front-page.ts';
import type { EarlyAnswer } from '../platform/http/listen.ts';
import type { IdSource } from '../platform/ids.ts';
import type { Logger } from '../platform/logging.ts';
import { createCallbackClient } from '../platform/outbound/callback-client.ts';
import { endBy, type StopDeadline, stopDeadline } from '../platform/stopping.ts';
import { createBffApp } from './app.ts';
import { InFlightCalls } from './concurrency/in-flight-calls.ts';
import { CoalescedReads, KeyedMutex } from './concurrency/keyed-mutex.ts';
import { StepFeed } from './concurrency/step-feed.ts';
import {
  type BffConfig,
  type BffContext,
  defaultLimits,
  defaultTiming,
  type Merchant,
  type Timing,
} from './context.ts';
import type { PaymentIdentifierOf } from './domain/charging.ts';
import type { BffEnv } from './http/env.ts';
import { gaugeFailingEndpoints, gaugeUnresolved } from './http/gauges.ts';
import { createLimiters } from './http/limiters.ts';
import { createMetrics, type Metrics } from './http/metrics.ts';
import { shedLoad } from './http/shed-load.ts';
import { connectLender, type LenderConnection } from './lender/connect-lender.ts';
import type { CreateLender } from './lender/lender.ts';
import { RateSheets } from './lender/rate-sheets.ts';
import { asFormer, type FormerMerchant, Merchants } from './merchants.ts';
import { webhookDeliverer } from './operations/deliver-webhooks.ts';
import { FOLLOW_SETTLED, scheduleFollowing, settledFollower } from './operations/follow-settled.ts';
import {
  FORGET_OLD_ROWS,
  oldRowsForgetter,
  scheduleForgetting,
} from './operations/forget-old-rows.ts';
import { callbackProcessor, INBOX } from './operations/receive-callback.ts';
import { reconciler, resumeCalls } from './operations/reconcile.ts';
import { RECONCILE } from './store/checkouts.ts';
import { LenderMemory } from './store/lender-loans.ts';
import { noteMerchantsSeen, readMerchantsSeen } from './store/merchants-seen.ts';
import type { BffSchema } from './store/schema.ts';
import { forgetEndpoints, WEBHOOK } from './store/webhooks.ts';

export interface BffServiceOptions {
  config: BffConfig;
  database: Database<BffSchema>;
  clock: Clock;
  ids: IdSource;
  log: Logger;
  /** The intent's id when absent. */
  paymentIdentifierOf?: PaymentIdentifierOf | undefined;
  /** The built-in adapter when absent. */
  createLender?: CreateLender | undefined;
  /** What a person reads at `/`; there is nothing without. */
  frontPage?: FrontPage | undefined;
}

export interface BffService {
  app: Hono<BffEnv>;
  /** Refuses applications, for a listener, while all places are taken. */
  answerEarly: EarlyAnswer;
  context: BffContext;
  /** Runs the due work of these kinds; for tests that move the clock. */
  runner: DueWorkRunner<BffSchema>;
  /** Takes the merchants of a file that has changed in place of those before. */
  replaceMerchants(listed: readonly Merchant[]): Promise<void>;
  /** Begins to run due work and to announce changes to open streams. */
  start(): Promise<void>;
  /** Ends the event streams, which would otherwise hold up a listener that closes. */
  endStreams(): void;
  /**
   * Ends streams, takes no more work and waits for calls to the lender until the deadline, at which
   * their outcome becomes unknown; the database stays open.
   */
  stop(deadline?: StopDeadline): Promise<void>;
}

const keyBytes = 32;

/** The backend-for-frontend as one service. */
export async function createBffService(options: BffServiceOptions): Promise<BffService> {
  const { config, database, clock, log } = options;
  const assetsFolder =
    config.assetsFolder ?? fileURLToPath(new URL('../../widget/dist/cdn', import.meta.url));
  const timing = { ...defaultTiming, ...config.timing };
  const metrics = createMetrics();
  const connection = connectLender({
    ...options,
    // The probe may be about any merchant: a refusal is an answer, too, unless it is of the login.
    lender: { ...config.lender, probeUserId: config.merchants[0]?.admin_user_id ?? 'nobody' },
    timing,
    metrics,
  });
  const { lender, lenderReachability, http } = connection;
  const context = createContext(options, {
    ...connection,
    timing,
    metrics,
    version: await widgetVersion(assetsFolder),
    rootKey: await rootKeyOf(options),
    merchants: await knownMerchants(options),
  });
  const webhooks = createCallbackClient({ allowedHosts: config.callbackAllowedHosts });
  gaugeFailingEndpoints(context);
  gaugeUnresolved(context);
  const work = { database, scopes: () => [''], now: () => clock.now() };
  gaugeOverdueWork({ ...work, name: 'bff_overdue_work_seconds', registry: metrics.registry });
  const runner = new DueWorkRunner({
    ...work,
    handlers: {
      [RECONCILE]: reconciler(context),
      [INBOX]: callbackProcessor(context),
      [FORGET_OLD_ROWS]: oldRowsForgetter(context),
      [FOLLOW_SETTLED]: settledFollower(context),
      [WEBHOOK]: webhookDeliverer(context, webhooks),
      [CLOCK_SET_BACK]: async () => 'done',
    },
    realNow: () => clock.now(),
    onError: (error, { kind, key }) => log.error({ event: 'due_work_failed', kind, key, error }),
  });
  const clockWatch = new ClockWatch({ everyMs: timing.clockWatchMs, clock, database, log });
  const followed = new Set(context.merchants.keys);
  const limits = { ...defaultLimits, ...config.limits };
  const limiters = createLimiters(clock, limits);
  return {
    app: createBffApp(context, { limits, limiters, assetsFolder, frontPage: options.frontPage }),
    answerEarly: shedLoad(context, limiters),
    context,
    runner,
    replaceMerchants: async (listed) => {
      await keepMerchants(database, listed);
      context.merchants.replace(listed);
      // If this fails the list is taken once more: they count as followed only when they are.
      const fresh = context.merchants.keys.filter((key) => !followed.has(key));
      await scheduleFollowing(context, fresh);
      for (const key of fresh) followed.add(key);
    },
    start: async () => {
      context.feed.start();
      await resumeCalls(context);
      await scheduleForgetting(context);
      await scheduleFollowing(context);
      await runner.start();
      clockWatch.start();
      lenderReachability.start(() => http.call({ method: 'GET', ...lender.probe }));
    },
    endStreams: () => context.feed.stop(),
    stop: async (deadline = stopDeadline()) => {
      context.feed.stop();
      lenderReachability.stop();
      const ended = Promise.all([runner.stop(), clockWatch.stop()]).then(() =>
        context.calls.drain(),
      );
      await endBy(deadline, ended, async () => {
        await Promise.all([http.close(), webhooks.close()]);
      });
      context.calls.stop();
    },
  };
}

/** What a context is made of besides the options. */
type Parts = Pick<LenderConnection, 'lender' | 'lenderReachability'> & {
  timing: Timing;
  metrics: Metrics;
  version: string;
  rootKey: Uint8Array;
  merchants: Merchants;
};

function createContext(
  { config, database, clock, ids, log, paymentIdentifierOf = intentIdAlone }: BffServiceOptions,
  { lender, lenderReachability, timing, metrics, version, rootKey, merchants }: Parts,
): BffContext {
  return {
    config,
    timing,
    database,
    clock,
    ids,
    log,
    lender,
    lenderMemory: new LenderMemory({
      database,
      clock,
      baseUrl: config.lender.baseUrl,
      isKnown: config.isEmbeddedLender,
    }),
    lenderReachability,
    metrics,
    merchants,
    ownOrigin: new URL(config.bffPublicUrl).origin,
    handleKey: derivedKey(rootKey, 'resume handles'),
    returnCodeKey: derivedKey(rootKey, 'return codes'),
    fingerprintKey: derivedKey(rootKey, 'application fingerprints'),
    widgetVersion: version,
    paymentIdentifierOf,
    calls: new InFlightCalls({
      database,
      clock,
      log,
      pendingReconcileMs: timing.pendingReconcileMs,
    }),
    rateSheets: new RateSheets(lender, clock),
    reads: new CoalescedReads(),
    mutex: new KeyedMutex(),
    feed: new StepFeed(database, { pollMs: timing.feedPollMs, log }),
  };
}

/** Those of the file, and those that were in it before. */
async function knownMerchants({ config, database }: BffServiceOptions): Promise<Merchants> {
  await keepMerchants(database, config.merchants);
  const rows = await readMerchantsSeen(database);
  return new Merchants(
    config.merchants,
    rows.map(({ entry }) => JSON.parse(entry) as FormerMerchant),
  );
}

/**
 * Keeps what their open checkouts need, should they be gone from the file one day, and nothing of
 * endpoints that are gone.
 */
async function keepMerchants(
  database: Database<BffSchema>,
  listed: readonly Merchant[],
): Promise<void> {
  const seen = listed.map((each) => ({
    publishable_key: each.publishable_key,
    entry: JSON.stringify(asFormer(each)),
  }));
  await noteMerchantsSeen(database, seen);
  const merchants = new Merchants(listed);
  await forgetEndpoints(database.query, (each) => merchants.endpoint(each) !== undefined);
}

function intentIdAlone(_orderId: string, intentId: string): string {
  return intentId;
}

async function rootKeyOf({ config, database, log }: BffServiceOptions): Promise<Uint8Array> {
  const { rootKey, isRewrapped } = await openRootKey(database, {
    keys: { current: config.encryptionKey, previous: config.previousEncryptionKeys ?? [] },
    owner: 'bff',
    firstTable: 'checkouts',
  });
  if (isRewrapped) log.info({ event: 'encryption_key_replaced', part: 'bff' });
  return rootKey;
}

function derivedKey(key: Uint8Array, use: string): KeyObject {
  const bytes = hkdfSync('sha256', key, new Uint8Array(0), `bff ${use}`, keyBytes);
  return createSecretKey(new Uint8Array(bytes));
}

/** Which widget is served, as evidence of what the consumer saw. */
async function widgetVersion(assetsFolder: string): Promise<string> {
  const text = await readFile(join(assetsFolder, 'integrity.json'), 'utf8').catch(() => undefined);
  if (text === undefined) return 'not built';
  return integritySchema.parse(JSON.parse(text)).version;
}

/** Small steps are a clock that is being kept right. */
const leastStepMs = minuteMs;

/** A reconcile that somebody may wait for is scheduled no further ahead than this. */
const plannedAheadMs = 11 * minuteMs;

interface ClockWatchOptions {
  /** Milliseconds between two checks of the clock. */
  everyMs: number;
  clock: Clock;
  database: Database<BffSchema>;
  log: Logger;
}

/** Notices that the clock was set back, and brings forward by as much what was due soon. */
class ClockWatch {
  readonly #options: ClockWatchOptions;
  #timer: NodeJS.Timeout | undefined;
  #last: number;
  #checks: Promise<void> = Promise.resolve();

  constructor(options: ClockWatchOptions) {
    this.#options = options;
    this.#last = options.clock.now();
  }

  start(): void {
    this.#last = this.#options.clock.now();
    this.#timer = setInterval(() => {
      this.#checks = this.#checks.then(() => this.#check());
    }, this.#options.everyMs).unref();
  }

  /** Resolves when what was noticed has been written. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#checks;
  }

  async #check(): Promise<void> {
    const { clock, database, log } = this.#options;
    const [last, now] = [this.#last, clock.now()];
    this.#last = now;
    const byMs = last - now;
    if (byMs < leastStepMs) return;
    log.warn({ event: 'clock_set_back', duration_ms: byMs });
    try {
      await bringForward(database, { from: now, until: last + plannedAheadMs, byMs });
    } catch (error) {
      // The next check finds the same step.
      this.#last = last;
      log.error({ event: 'due_work_not_brought_forward', duration_ms: byMs, error });
    }
  }
}
