import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
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
import { makeStorage } from '../helpers/storage.ts';
import {
  type AddressOf,
  deadShare,
  eventsASecond,
  kindOf,
  receivers,
  type Sender,
  sendToAll,
  slowShare,
} from './deliveries/send-to-all.ts';
import type { Part } from './part.ts';

/** Each checkout has two events, a second apart. */
const types = ['checkout.applied', 'checkout.offers'] as const;
const pairsASecond = eventsASecond / types.length;

/** The BFF's, to merchants of which each has a receiver of its own. */
export function webhooks(events: number): Part {
  return {
    name: 'webhooks',
    title: `${events} webhooks, ${deadShare} % of receivers dead, ${slowShare} % slow (SQLite)`,
    run: () => sendToAll((addressOf) => startMerchants(events, addressOf)),
  };
}

async function startMerchants(events: number, addressOf: AddressOf): Promise<Sender> {
  const storage = await makeStorage();
  const database = await openDatabase<BffSchema>({
    file: join(storage.folder, 'bff.db'),
    url: storage.databaseUrl,
    schemaName: 'bff',
    migrations: bffMigrations,
  });
  const service = await aService(database, addressOf);
  await service.start();
  const beganAt = Date.now();
  const checkouts = Array.from({ length: events / types.length }, () => randomUUID());
  const cause = async (index: number, at: 0 | 1) => {
    const id = checkouts[index];
    if (id === undefined) return;
    const checkout = { id, publishableKey: keyOf(index % receivers) };
    const event = anEvent(id, at);
    await database.transaction((tx) => recordWebhooks(service.context, tx, checkout, [event]));
  };
  return {
    turns: checkouts.length + pairsASecond,
    turnsASecond: pairsASecond,
    cause: async (turn) => {
      await cause(turn, 0);
      await cause(turn - pairsASecond, 1);
    },
    pending: () => pendingIn(database),
    sendAgain: () => resendFailed(service, beganAt),
    events: () => eventsIn(database),
    stop: async () => {
      await service.stop();
      await database.close();
      await storage.remove();
    },
  };
}

function aService(database: Database<BffSchema>, addressOf: AddressOf): Promise<BffService> {
  return createBffService({
    config: {
      bffPublicUrl: 'http://localhost:8787',
      lender: { baseUrl: 'http://127.0.0.1:1', username: 'nobody', password: 'nothing' },
      isEmbeddedLender: false,
      lenderAnswerHours: 24,
      callback: { username: 'nobody', password: 'nothing' },
      encryptionKey: randomBytes(32),
      merchants: Array.from({ length: receivers }, (_, index) => aMerchant(index, addressOf)),
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

function aMerchant(index: number, addressOf: AddressOf): Merchant {
  const secrets = [`whsec_${randomBytes(32).toString('base64')}`];
  return {
    ...shop,
    publishable_key: keyOf(index),
    secret_key_sha256: [sha256Hex(secretKeyOf(index))],
    webhooks: [{ id: 'shop', url: addressOf(index), secrets }],
  };
}

function keyOf(index: number): string {
  return `pk_bench_${index}`;
}

function secretKeyOf(index: number): string {
  return `sk_bench_${index}`;
}

/** Of the merchant with this publishable key. */
function receiverOf(publishableKey: string): number {
  return Number(publishableKey.slice(keyOf(0).length - 1));
}

function anEvent(checkout_id: string, at: 0 | 1): WebhookEvent {
  const type = types[at];
  const version = at + 2;
  const status = at === 0 ? 'applied' : 'offers';
  const data = { checkout_id, order_id: '1001', status, version, amount: '8400.00' } as const;
  const payload = { type, timestamp: new Date().toISOString(), data };
  return { type, version, at: Date.now(), payload };
}

async function pendingIn(database: Database<BffSchema>) {
  const rows = await database.query
    .selectFrom('webhook_deliveries')
    .select(['merchant', ({ fn }) => fn.countAll<number>().as('count')])
    .where('status', '=', 'pending')
    .groupBy('merchant')
    .execute();
  return rows.map((row) => ({ receiver: receiverOf(row.merchant), count: Number(row.count) }));
}

/** As the merchants of the dead receivers do: what failed since then. @returns how many */
async function resendFailed({ app }: BffService, since: number): Promise<number> {
  let resent = 0;
  for (let index = 0; index < receivers; index += 1) {
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

async function eventsIn(database: Database<BffSchema>) {
  const rows = await database.query
    .selectFrom('webhook_events')
    .select(['id', 'merchant', 'created_at'])
    .execute();
  return rows.map(({ id, merchant, created_at }) => ({
    id,
    receiver: receiverOf(merchant),
    createdAt: created_at,
  }));
}
