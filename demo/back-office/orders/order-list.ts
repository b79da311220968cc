import { type Context, Hono } from 'hono';
import { localeOf } from '../locale.ts';
import { type MerchantApi, NoAnswerError, RefusedError } from '../merchant-api.ts';
import type { Seller } from '../merchant-api-types.ts';
import type { OrderFilter, Store } from '../store.ts';
import { type OrderGroup, orderGroups } from './order-state.ts';
import { type Lag, ordersPage, periods } from './orders-page.ts';

const dayMs = 24 * 60 * 60 * 1000;
const pageRows = 25;
/** Orders that are read at a time. */
const readsAtATime = 25;
/** Whoever waits for the page is shown it then, and told that it is behind. */
const longestReadMs = 5_000;

export interface OrderListOptions {
  readonly api: MerchantApi;
  readonly store: Store;
  readonly sellers: readonly Seller[];
  readonly now: () => number;
}

/** `GET /orders`: shown from the store, after it has caught up with the BFF. */
export function orderList({ api, store, sellers, now }: OrderListOptions): Hono {
  const app = new Hono();
  app.get('/', async (c) => {
    const lag = await catchUp(api, store, now);
    const query = new URL(c.req.url).searchParams;
    const filter = readFilter(query, now());
    const page = readPage(c);
    const offset = (page - 1) * pageRows;
    // One more than the page has tells whether there are more.
    const orders = store.listOrders(filter, { limit: pageRows + 1, offset });
    return c.html(
      ordersPage(
        {
          orders: orders.slice(0, pageRows),
          hasMore: orders.length > pageRows,
          page,
          counts: store.countOrders(filter),
          filter,
          query,
          sellers,
          lag,
        },
        localeOf(c),
      ),
    );
  });
  return app;
}

/**
 * Webhooks say which orders have changed: those are read, and those in which the lender is being asked.
 * No webhook tells of a checkout in which nobody has applied yet: those come by the list.
 */
async function catchUp(api: MerchantApi, store: Store, now: () => number): Promise<Lag> {
  const startedAt = now();
  try {
    const isListRead = await readList(api, store);
    const stale = store.staleOrders();
    while (stale.length > 0 && now() - startedAt < longestReadMs) {
      const next = stale.splice(0, readsAtATime);
      await Promise.all(next.map((id) => readAgain(id, api, store)));
    }
    return isListRead && stale.length === 0 ? 'none' : 'behind';
  } catch (error) {
    if (error instanceof NoAnswerError || error instanceof RefusedError) return 'no_answer';
    throw error;
  }
}

/** @returns false when it is too long for one go: the next one goes on from there */
async function readList(api: MerchantApi, store: Store): Promise<boolean> {
  const span = store.listSpan();
  const list = await api.listCheckouts(span);
  store.addListed(span, list);
  const isRest = span.until !== undefined;
  return list.isWhole && (!isRest || readList(api, store));
}

async function readAgain(id: string, api: MerchantApi, store: Store): Promise<void> {
  const checkout = await api.readCheckout(id);
  // Without it, those that are gone would be read again for each page, before others with news.
  if (checkout === null) store.forgetOrder(id);
  else store.writeOrder(checkout);
}

function readFilter(query: URLSearchParams, now: number): OrderFilter {
  const group = query.get('group') ?? '';
  const days = periods.find((each) => String(each) === query.get('days'));
  return {
    search: (query.get('q') ?? '').trim(),
    group: isGroup(group) ? group : null,
    soldBy: query.get('seller') || null,
    since: days === undefined ? null : new Date(now - days * dayMs).toISOString(),
  };
}

function isGroup(text: string): text is OrderGroup {
  return orderGroups.some((group) => group === text);
}

function readPage(c: Context): number {
  const page = Number(c.req.query('page'));
  return Number.isSafeInteger(page) && page > 0 ? page : 1;
}
