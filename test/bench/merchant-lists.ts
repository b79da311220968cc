import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bffMigrations } from '../../server/bff/store/migrations.ts';
import { shop, startTestBff, type TestBff } from '../helpers/bff.ts';
import { putEmptyTables } from '../helpers/empty-tables.ts';
import { MerchantServer } from '../helpers/merchant-server.ts';
import type { Storage } from '../helpers/storage.ts';
import { acceptedPage, startTestbed } from '../helpers/testbed.ts';
import { fillMerchant } from './lists/fill-merchant.ts';
import { median } from './median.ts';
import type { Figure, Part } from './part.ts';

const few = 1_000;
const warmUp = 20;
const counted = 150;

/** The day of the testbed's clock: it has as many checkouts and settlements in either file. */
const today = '2026-03-02';
const listGrowth = 1.5;
const reportGrowth = 2;

/** How the merchant API's lists grow with the checkouts beside those that they are asked for. */
export function merchantLists(many: number): Part {
  return {
    name: 'merchant-lists',
    title: `p50 of the merchant API's lists at ${few} and at ${many} checkouts (SQLite)`,
    async run() {
      const shops = [await filledShop(few), await filledShop(many)];
      try {
        const figures: Figure[] = [];
        for (const [name, pathOf] of Object.entries(calls)) {
          const [before = 0, after = 0] = await p50sInTurns(shops, pathOf);
          const atMost = name.startsWith('report') ? reportGrowth : listGrowth;
          figures.push(
            { name: `${name}, at ${few}`, value: before, unit: 'ms' },
            { name: `${name}, at ${many}`, value: after, unit: 'ms' },
            { name: `${name}, growth`, value: after / before, unit: '×', atMost },
          );
        }
        return figures;
      } finally {
        for (const { close } of shops) await close();
      }
    },
  };
}

interface FilledShop {
  readonly server: MerchantServer;
  /** A checkout, a settlement and an event some hundred rows down the list. */
  readonly cursors: Readonly<Record<'checkout' | 'settlement' | 'event', string>>;
  close(): Promise<void>;
}

/** What is asked for: a page of 100, unless there are fewer. */
const calls: Readonly<Record<string, (cursors: FilledShop['cursors']) => string>> = {
  'the newest checkouts': () => '/checkouts?limit=100',
  'checkouts of a day': () => `/checkouts?limit=100&created_after=${today}T05:00:00Z`,
  'checkouts of a day, a later page': ({ checkout }) =>
    `/checkouts?limit=100&created_after=${today}T05:00:00Z&starting_after=${checkout}`,
  'checkouts at a usual status': () => '/checkouts?limit=100&status=accepted',
  'checkouts at a rare status': () => '/checkouts?limit=100&status=review',
  'checkouts of a seller': () => '/checkouts?limit=100&sold_by=hillside-rep-2',
  'the checkouts of an order': () => '/checkouts?order_id=B-500',
  'settlements of a day': () => `/settlements?limit=100&from=${today}&to=${today}`,
  'settlements of a day, a later page': ({ settlement }) =>
    `/settlements?limit=100&from=${today}&to=${today}&starting_after=${settlement}`,
  'the newest events': () => '/events?limit=100',
  'events of a day, a later page': ({ event }) =>
    `/events?limit=100&created_after=${today}T05:00:00Z&starting_after=${event}`,
  'report of a month by day': () => `/report?from=2026-02-01&to=2026-03-02&by=day`,
  'report of a month by seller': () => `/report?from=2026-02-01&to=2026-03-02&by=sold_by`,
};

/** A merchant with one checkout whose charge has settled, and clones of it. */
async function filledShop(rows: number): Promise<FilledShop> {
  const folder = await mkdtemp(join(tmpdir(), 'soft-pull-lists-'));
  const storage: Storage = { folder, remove: () => rm(folder, { recursive: true }) };
  await putEmptyTables(storage, { schemaName: 'bff', migrations: bffMigrations });
  await settleOne(storage);
  fillMerchant(folder, rows);
  const bff = await startTestBff({
    storage,
    config: { merchants: [shop], limits: { callsPerCheckout: Number.MAX_SAFE_INTEGER } },
  });
  return {
    server: new MerchantServer(bff),
    cursors: await cursorsOf(bff),
    close: async () => {
      await bff.close();
      await storage.remove();
    },
  };
}

async function settleOne(storage: Storage): Promise<void> {
  const testbed = await startTestbed({ isRunning: false, storage, config: { merchants: [shop] } });
  const server = new MerchantServer(testbed.bff);
  const { checkoutId } = await acceptedPage(testbed);
  const { payment_request_uuid } = await server.charge(checkoutId);
  await testbed.sandbox.paymentRequest(payment_request_uuid, 'approve');
  await testbed.sandbox.transaction(payment_request_uuid, 'Transferred');
  await server.charges(checkoutId);
  await testbed.close();
}

async function cursorsOf({ database: { query } }: TestBff): Promise<FilledShop['cursors']> {
  const of = 'B-300';
  const checkout = query.selectFrom('checkouts').select('id').where('order_id', '=', of);
  const settlement = query.selectFrom('settlements').select('id').where('order_id', '=', of);
  const { id } = await checkout.executeTakeFirstOrThrow();
  const event = query.selectFrom('webhook_events').select('id').where('checkout_id', '=', id);
  return {
    checkout: id,
    settlement: (await settlement.executeTakeFirstOrThrow()).id,
    event: (await event.executeTakeFirstOrThrow()).id,
  };
}

/** Call by call in turns, so that a busy second of the machine slows both. */
async function p50sInTurns(
  shops: readonly FilledShop[],
  pathOf: (cursors: FilledShop['cursors']) => string,
): Promise<number[]> {
  const times = shops.map((): number[] => []);
  for (let call = 0; call < warmUp + counted; call += 1) {
    for (const [index, { server, cursors }] of shops.entries()) {
      const path = pathOf(cursors);
      const begunAt = performance.now();
      const answer = await server.call('GET', path);
      const ms = performance.now() - begunAt;
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
      if (call >= warmUp) times[index]?.push(ms);
    }
  }
  return times.map(median);
}
