import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Merchant } from '../../server/bff/context.ts';
import type { WebhookEvent } from '../../server/bff/domain/timeline.ts';
import { resentEvents } from '../../server/bff/merchant-api/webhooks.ts';
import { recordWebhooks } from '../../server/bff/operations/record-webhooks.ts';
import { type BffService, createBffService } from '../../server/bff/service.ts';
import { bffMigrations } from '../../server/bff/store/migrations.ts';
import type { BffSchema } from '../../server/bff/store/schema.ts';
import { sampleTexts } from '../../server/lending-api/texts/sample-texts.ts';
import { systemClock } from '../../server/platform/clock.ts';
import { sha256Hex } from '../../server/platform/crypto/digest.ts';
import type { Database } from '../../server/platform/database/database.ts';
import { openDatabase } from '../../server/platform/database/open-database.ts';
import { basicAuthHeader } from '../../server/platform/http/basic-auth.ts';
import { noProxies } from '../../server/platform/http/client-address.ts';
import { randomIds } from '../../server/platform/ids.ts';
import { createLogger } from '../../server/platform/logging.ts';
import { shop } from '../helpers/bff.ts';
import { freePort } from '../helpers/free-ports.ts';
import { makeStorage } from '../helpers/storage.ts';
import { count, type Figure, none, type Part } from './part.ts';
import { startSideProcess } from './side-process.ts';

/** As many as the product's own goal for soft pulls causes, and some more. */
const eventsASecond = 250;
const merchants = 100;
/** Of a hundred: the first answer nothing before all is caused, the next are slow. */
const deadShare = 20;
const slowShare = 10;
const goalMs = 2_000;
/** Each checkout has two events, a second apart. */
const types = ['checkout.applied', 'checkout.offers'] as const;

/**
 * From the commit of a cause to the arrival at a receiver that answers, beside those that do not. Then
 * these answer too, their merchants have what failed sent again, and all must arrive.
 */
export function webhooks(events: number): Part {
  return {
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
        const beganAt = Date.now();
        await causeAll(service, database, events);
        await untilEnded(database, ['healthy'], healthyPatienceMs);
        const revivedAt = Date.now();
        await fetch(`${origin}/revive`);
        const resent = await resendFailed(service, beganAt);
        await untilEnded(database, ['healthy', 'slow', 'dead'], patienceMs);
        return await figuresOf(database, { origin, resent, revivedAt });
      } finally {
        await service.stop();
        await database.close();
        await storage.remove();
        receivers.stop();
      }
    },
  };
}

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
    secret_key_sha256: [sha256Hex(secretKeyOf(index))],
    webhooks: [{ id: 'shop', url: `${origin}/${kindOf(index)}/${index}`, secrets }],
  };
}

function keyOf(index: number): string {
  return `pk_bench_${index}`;
}

function secretKeyOf(index: number): string {
  return `sk_bench_${index}`;
}

type Kind = 'dead' | 'slow' | 'healthy';

/** Of the merchant's receiver, by its publishable key. */
function kindOfKey(publishableKey: string): Kind {
  return kindOf(Number(publishableKey.slice(keyOf(0).length - 1)));
}

function kindOf(index: number): Kind {
  const place = index % 100;
  if (place < deadShare) return 'dead';
  return place < deadShare + slowShare ? 'slow' : 'healthy';
}

/** At an even pace, each in a transaction of its own. */
async function causeAll(
  service: BffService,
  database: Database<BffSchema>,
  events: number,
): Promise<void> {
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

const healthyPatienceMs = 30_000;
/** Longer than the longest pause of what waits for a slow receiver. */
const patienceMs = 6 * 60_000;

/** Until no delivery to such receivers is pending, or for so long none of them has ended. */
async function untilEnded(
  database: Database<BffSchema>,
  kinds: readonly Kind[],
  withinMs: number,
): Promise<void> {
  let left = Number.POSITIVE_INFINITY;
  let endedAt = performance.now();
  while (left > 0 && performance.now() - endedAt < withinMs) {
    const pending = await database.query
      .selectFrom('webhook_deliveries')
      .select(['merchant', ({ fn }) => fn.countAll<number>().as('count')])
      .where('status', '=', 'pending')
      .groupBy('merchant')
      .execute();
    const before = left;
    left = pending
      .filter(({ merchant }) => kinds.includes(kindOfKey(merchant)))
      .reduce((sum, row) => sum + Number(row.count), 0);
    if (left < before) endedAt = performance.now();
    if (left > 0) await sleep(500);
  }
}

/** As the merchants of the dead receivers do: what failed since then. @returns how many */
async function resendFailed({ app }: BffService, since: number): Promise<number> {
  let resent = 0;
  for (let index = 0; index < merchants; index += 1) {
    if (kindOf(index) !== 'dead') continue;
    const authorization = basicAuthHeader({ username: secretKeyOf(index), password: '' });
    const headers = { authorization, 'content-type': 'application/json' };
    let from: { starting_after?: string } | undefined = {};
    while (from) {
      const body = JSON.stringify({ created_after: new Date(since).toISOString(), ...from });
      const path = '/v1/merchant/failed-events/resend';
      const answer = await app.request(path, { method: 'POST', headers, body });
      assert.equal(answer.status, 200);
      const { resent: more, has_more, last_event_id } = resentEvents.parse(await answer.json());
      resent += more;
      from = has_more && last_event_id !== null ? { starting_after: last_event_id } : undefined;
    }
  }
  return resent;
}

interface Arrivals {
  arrivals: Record<string, number>;
  repeats: number;
}

async function figuresOf(
  database: Database<BffSchema>,
  { origin, resent, revivedAt }: { origin: string; resent: number; revivedAt: number },
): Promise<Figure[]> {
  const rows = await database.query
    .selectFrom('webhook_events')
    .select(['id', 'merchant', 'created_at'])
    .execute();
  const { arrivals, repeats } = (await (await fetch(`${origin}/arrivals`)).json()) as Arrivals;
  const of = (kind: Kind) => rows.filter(({ merchant }) => kindOfKey(merchant) === kind);
  const delays = of('healthy')
    .map(({ id, created_at }) => (arrivals[id] ?? Number.POSITIVE_INFINITY) - created_at)
    .toSorted((one, other) => one - other);
  const at = (share: number) => delays[Math.ceil(delays.length * share) - 1] ?? Number.NaN;
  const lastArrival = Object.values(arrivals).reduce((one, other) => Math.max(one, other), 0);
  return [
    count('events', rows.length),
    count('for receivers that answer at once', delays.length),
    count('for slow ones', of('slow').length),
    count('for those that were dead until then', of('dead').length),
    count('of these sent again by their time', resent),
    none('events that did not arrive', rows.filter(({ id }) => !(id in arrivals)).length),
    none('that arrived twice', repeats),
    {
      name: 'last arrival after the dead answer',
      value: (lastArrival - revivedAt) / 1_000,
      unit: 's',
    },
    { name: 'from cause to prompt arrival, p50', value: at(0.5), unit: 'ms' },
    { name: 'from cause to prompt arrival, p99', value: at(0.99), unit: 'ms', atMost: goalMs },
    { name: 'from cause to prompt arrival, longest', value: at(1), unit: 'ms' },
  ];
}
