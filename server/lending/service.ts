import type { Hono } from 'hono';
import type { Clock } from '../platform/clock.ts';
import { type EncryptionKeys, openRootKey } from '../platform/crypto/root-key.ts';
import { createFieldSealer } from '../platform/crypto/sealed-fields.ts';
import type { Database } from '../platform/database/database.ts';
import { gaugeOverdueWork } from '../platform/due-work/overdue-work.ts';
import { DueWorkRunner } from '../platform/due-work/runner.ts';
import type { FrontPage } from '../platform/http/front-page.ts';
import { type IdSource, randomIds, seededIds } from '../platform/ids.ts';
import type { Logger } from '../platform/logging.ts';
import { createCallbackClient } from '../platform/outbound/callback-client.ts';
import { endBy, type StopDeadline, stopDeadline } from '../platform/stopping.ts';
import { createLendingApp } from './app.ts';
import type { LendingConfig, LendingContext } from './context.ts';
import { createLendingMetrics } from './metrics.ts';
import type { Providers } from './providers/providers.ts';
import { seedSandbox } from './sandbox/seed.ts';
import { followMoves, OffsetClock } from './sandbox/sponsor-clock.ts';
import { nextCount } from './store/counters.ts';
import { sealTotals } from './store/evidence-totals.ts';
import { listSponsorIds } from './store/merchants.ts';
import type { LendingSchema } from './store/schema.ts';
import { deliveryHandlers, timerHandlers } from './work.ts';
import { deliveryKinds } from './work-kinds.ts';

export interface LendingServiceOptions {
  config: LendingConfig;
  database: Database<LendingSchema>;
  clock: Clock;
  encryptionKey: Uint8Array;
  /** Those that it has replaced. */
  previousEncryptionKeys?: readonly Uint8Array[] | undefined;
  /** What the ids of a new database come from in the sandbox; null: they are random. */
  sandboxSeed: string | null;
  log: Logger;
  /** The bureau, the bank rails and whatever else is truly outside. */
  providers: Providers;
  /** What a person reads at `/`; there is nothing without. */
  frontPage?: FrontPage | undefined;
}

export interface LendingService {
  app: Pick<Hono, 'fetch' | 'request'>;
  context: LendingContext;
  /** Seeds the sandbox and starts due work. */
  start(): Promise<void>;
  /**
   * Takes no more work and waits for what is running until the deadline, at which callbacks count as
   * not delivered; the database stays open.
   */
  stop(deadline?: StopDeadline): Promise<void>;
}

/** The Sponsor Lending API as one embedded service. */
export async function createLendingService(
  options: LendingServiceOptions,
): Promise<LendingService> {
  const { config, database, log } = options;
  const clock = new OffsetClock(options.clock);
  const isSandbox = config.environment === 'sandbox';
  if (isSandbox) await clock.refresh(database);
  const keys = keysOf(options);
  const sealer = createFieldSealer(await rootKeyOf(options, keys));
  const { counted, areRight } = await sealTotals(database, sealer, keys);
  if (counted !== null) log.info({ event: 'evidence_totals_made', count: counted });
  if (!areRight) log.error({ event: 'evidence_totals_missing' });
  const context: LendingContext = {
    config,
    database,
    clock,
    log,
    ids: await makeIds(options),
    sealer,
    providers: options.providers,
    inFlight: new Map(),
    metrics: createLendingMetrics(),
  };
  const callbacks = createCallbackClient({ allowedHosts: config.callbackAllowedHosts });
  const sponsorIds = config.sponsors.map(({ id }) => id);
  const work = {
    database,
    scopes: () => sponsorIds,
    now: (sponsorId: string) => clock.now(sponsorId),
  };
  const runner = new DueWorkRunner({
    ...work,
    handlers: { ...timerHandlers(context), ...deliveryHandlers(context, callbacks) },
    deliveries: Object.values(deliveryKinds),
    realNow: () => options.clock.now(),
    onError: (error, { kind, key }) => log.error({ event: 'due_work_failed', kind, key, error }),
  });
  const { registry } = context.metrics;
  gaugeOverdueWork({ ...work, name: 'lending_overdue_work_seconds', registry });
  let stopFollowing: (() => Promise<void>) | undefined;
  return {
    app: createLendingApp(context, runner, options.frontPage),
    context,
    start: async () => {
      if (isSandbox) await seedSandbox(context);
      if (isSandbox && database.engine === 'postgres') {
        stopFollowing = followMoves(clock, database, (error) =>
          log.error({ event: 'clock_not_read', error }),
        );
      }
      const stored = await listSponsorIds(database.query);
      // Nobody does their work: no deadline, notice, settlement or deletion of data.
      for (const sponsor_id of stored.filter((id) => !sponsorIds.includes(id))) {
        log.error({ event: 'sponsor_not_listed', sponsor_id });
      }
      await runner.start();
    },
    stop: (deadline = stopDeadline()) => {
      const ended = Promise.all([stopFollowing?.(), runner.stop()]);
      return endBy(deadline, ended, () => callbacks.close());
    },
  };
}

function keysOf({
  encryptionKey,
  previousEncryptionKeys = [],
}: LendingServiceOptions): EncryptionKeys {
  return { current: encryptionKey, previous: previousEncryptionKeys };
}

async function rootKeyOf(
  { database, log }: LendingServiceOptions,
  keys: EncryptionKeys,
): Promise<Uint8Array> {
  const { rootKey, isRewrapped } = await openRootKey(database, {
    keys,
    owner: 'lending',
    firstTable: 'merchants',
  });
  if (isRewrapped) log.info({ event: 'encryption_key_replaced', part: 'lending' });
  return rootKey;
}

/**
 * In the sandbox ids come again with the seed, at a database's first start. A later one draws its
 * own: a restored backup does not know which ids were given out after it.
 */
async function makeIds({
  config,
  database,
  sandboxSeed,
}: LendingServiceOptions): Promise<IdSource> {
  if (config.environment !== 'sandbox' || sandboxSeed === null) return randomIds;
  const isFirstStart = (await nextCount(database.query, 'sandbox_runs')) === 1;
  return isFirstStart ? seededIds(sandboxSeed) : randomIds;
}
