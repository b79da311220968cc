import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Merchant } from '../../server/bff/context.ts';
import type { WebhookEvent } from '../../server/bff/domain/timeline.ts';
import { recordWebhooks } from '../../server/bff/operations/record-webhooks.ts';
import { type BffService, createBffService } from '../../server/bff/service.ts';
import { bffMigrations } from '../../server/bff/store/migrations.ts';
import type { BffSchema } from '../../server/bff/store/schema.ts';
import { sampleTexts } from '../../server/lending-api/texts/sample-texts.ts';
import { systemClock } from '../../server/platform/clock.ts';
import type { Database } from '../../server/platform/database/database.ts';
import { openDatabase } from '../../server/platform/database/open-database.ts';
import { noProxies } from '../../server/platform/http/client-address.ts';
import { randomIds } from '../../server/platform/ids.ts';
import { createLogger } from '../../server/platform/logging.ts';
import { shop } from '../helpers/bff.ts';
import { freePort } from '../helpers/free-ports.ts';
import { makeStorage } from '../helpers/storage.ts';
import type { Figure, Part } from './part.ts';
import { startSideProcess } from './side-process.ts';

const events = 50_000;
/** As many as the product's own goal for soft pulls causes, and some more. */
const eventsASecond = 250;
const merchants = 100;
/** Of a hundred: the first never answer, the next are slow. */
const deadShare = 20;
const slowShare = 10;
const goalMs = 2_000;
/** Each checkout has two events, a second apart. */
const types = ['checkout.applied', 'checkout.offers'] as const;

/** From the commit of a cause to the arrival at a receiver that answers, beside those that do not. */
export const webhooks: Part = {
  name: 'webhooks',
  title: `${events} webhooks, ${deadShare} % of receivers dead, ${slowShare} % slow (SQLite)`,
  async run() {
    const port = await freePort();
    const receivers = await startSideProcess(join(import.meta.dirname, 'webhooks/receivers.ts'), [
      String(port),
    ]);
    const origin = `http://127.0.0.1:${port}`;
    const storage = await makeStorage();
    const database = await openDatabase<BffSchema>({
      file: join(storage.folder, 'bff.db'),
      url: storage.databaseUrl,
      schemaName: 'bff',
      migrations: bffMigrations,
    });
    const service = await aService(database, origin);
    try {
      await service.start();
      await causeAll(service, database);
      return await figuresOf(database, origin);
    } finally {
      await service.stop();
      await database.close();
      await storage.remove();
      receivers.stop();
    }
  },
};

function aService(database: Database<BffSchema>, origin: string): Promise<BffService> {
  return createBffService({
    config: {
      bffPublicUrl: 'http://localhost:8787',
      lender: { baseUrl: 'http://127.0.0.1:1', username: 'nobody', password: 'nothing' },
      isEmbeddedLender: false,
      lenderAnswerHours: 24,
      callback: { username: 'nobody', password: 'nothing' },
      encryptionKey: randomBytes(32),
      merchants: Array.from({ length: merchants }, (_, index) => aMerchant(index, origin)),
      texts: sampleTexts,
      linkAllowedOrigins: [],
      callbackAllowedHosts: ['127.0.0.1'],
      trustedProxies: noProxies,
      isSandbox: true,
    },
    database,
    clock: systemClock,
    ids: randomIds,
    log: createLogger({ level: 'silent' }),
  });
}

function aMerchant(index: number, origin: string): Merchant {
  const secrets = [`whsec_${randomBytes(32).toString('base64')}`];
  return {
    ...shop,
    publishable_key: keyOf(index),
    webhooks: [{ id: 'shop', url: `${origin}/${kindOf(index)}/${index}`, secrets }],
  };
}

function keyOf(index: number): string {
  return `pk_bench_${index}`;
}

function kindOf(index: number): 'dead' | 'slow' | 'healthy' {
  const place = index % 100;
  if (place < deadShare) return 'dead';
  return place < deadShare + slowShare ? 'slow' : 'healthy';
}

/** At an even pace, each in a transaction of its own. */
async function causeAll(service: BffService, database: Database<BffSchema>): Promise<void> {
  const checkouts = Array.from({ length: events / types.length }, () => randomUUID());
  const pairs = eventsASecond / types.length;
  const startedAt = performance.now();
  for (let turn = 0; turn < checkouts.length + pairs; turn += 1) {
    await cause(service, database, { checkoutId: checkouts[turn], index: turn, at: 0 });
    const earlier = turn - pairs;
    await cause(service, database, { checkoutId: checkouts[earlier], index: earlier, at: 1 });
    const dueInMs = startedAt + ((turn + 1) * 1000) / pairs - performance.now();
    if (dueInMs > 1) await sleep(dueInMs);
  }
}

async function cause(
  { context }: BffService,
  database: Database<BffSchema>,
  { checkoutId, index, at }: { checkoutId: string | undefined; index: number; at: 0 | 1 },
): Promise<void> {
  if (checkoutId === undefined) return;
  const checkout = { id: checkoutId, publishableKey: keyOf(index % merchants) };
  const event = anEvent(checkoutId, at);
  await database.transaction((tx) => recordWebhooks(context, tx, checkout, [event]));
}

function anEvent(checkout_id: string, at: 0 | 1): WebhookEvent {
  const type = types[at];
  const version = at + 2;
  const status = at === 0 ? 'applied' : 'offers';
  const data = { checkout_id, order_id: '1001', status, version, amount: '8400.00' } as const;
  const payload = { type, timestamp: new Date().toISOString(), data };
  return { type, version, at: Date.now(), payload };
}

/** How long what has not arrived yet is waited for. */
const patienceMs = 30_000;

async function figuresOf(database: Database<BffSchema>, origin: string): Promise<Figure[]> {
  const rows = await database.query
    .selectFrom('webhook_events')
    .select(['id', 'merchant', 'created_at'])
    .execute();
  const healthy = rows.filter(({ merchant }) => kindOf(Number(merchant.slice(9))) === 'healthy');
  const { arrivals, repeats } = await arrived(origin, healthy.length);
  const delays = healthy
    .map(({ id, created_at }) => (arrivals[id] ?? Number.POSITIVE_INFINITY) - created_at)
    .toSorted((one, other) => one - other);
  const at = (share: number) => delays[Math.ceil(delays.length * share) - 1] ?? Number.NaN;
  const missing = delays.filter((delay) => !Number.isFinite(delay)).length;
  return [
    { name: 'events for healthy receivers', value: delays.length, unit: '' },
    { name: 'that did not arrive', value: missing, unit: '', atMost: 0 },
    { name: 'that arrived twice', value: repeats, unit: '', atMost: 0 },
    { name: 'from cause to arrival, p50', value: at(0.5), unit: 'ms' },
    { name: 'from cause to arrival, p99', value: at(0.99), unit: 'ms', atMost: goalMs },
    { name: 'from cause to arrival, longest', value: at(1), unit: 'ms' },
  ];
}

interface Arrivals {
  arrivals: Record<string, number>;
  repeats: number;
}

async function arrived(origin: string, wanted: number): Promise<Arrivals> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const answer = (await (await fetch(`${origin}/arrivals`)).json()) as Arrivals;
    if (Object.keys(answer.arrivals).length >= wanted || performance.now() > deadline) {
      return answer;
    }
    await sleep(500);
  }
}
