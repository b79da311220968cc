import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { type OrderFilter, Store } from '../../../demo/back-office/store.ts';
import { dayMs } from '../../helpers/durations.ts';
import { scratchRoot } from '../../helpers/scratch.ts';
import { aCharge, aCheckout } from './fixtures.ts';

const everything: OrderFilter = { search: '', group: null, soldBy: null, since: null };

describe('the store of the back office', () => {
  let folder: string;
  let store: Store;
  let files = 0;
  before(async () => {
    folder = await mkdtemp(join(await scratchRoot(), 'soft-pull-office-'));
  });
  after(() => rm(folder, { recursive: true }));
  beforeEach(() => {
    files += 1;
    store = new Store(join(folder, `${files}.db`));
  });
  afterEach(() => store.close());

  const take = (id: string, version: number, now = 0, checkout_id = 'k-1') =>
    store.takeWebhook(
      id,
      {
        type: 'checkout.offers',
        timestamp: '2026-03-02T15:00:00Z',
        data: { checkout_id, order_id: 'S-1', status: 'offers', version, amount: '8400.00' },
      },
      now,
    );
  const found = (change: Partial<OrderFilter>, page = { limit: 9, offset: 0 }) =>
    store.listOrders({ ...everything, ...change }, page).map(({ checkout_id }) => checkout_id);

  it('takes a webhook once, as long as one may be sent again by hand', () => {
    assert.equal(take('msg-1', 3), true);
    assert.equal(take('msg-2', 3, 90 * dayMs), true);
    assert.equal(take('msg-1', 3, 90 * dayMs), false);
    assert.equal(take('msg-3', 3, 90 * dayMs + 1), true);
    assert.equal(take('msg-1', 3, 90 * dayMs + 1), true);
    assert.equal(take('msg-2', 3, 90 * dayMs + 1), false);
  });

  it('reads again what it has heard more of than it has read, in whatever order it hears', () => {
    store.writeOrder(aCheckout({ version: 4 }));
    take('msg-1', 3);
    assert.deepEqual(store.staleOrders(), []);
    take('msg-2', 6);
    take('msg-3', 5);
    store.writeOrder(aCheckout({ version: 5 }));
    assert.deepEqual(store.staleOrders(), ['k-1']);
    store.writeOrder(aCheckout({ version: 6 }));
    assert.deepEqual(store.staleOrders(), []);
  });

  it('reads first what has news, the newest of it first', () => {
    const asked = { status: 'applied', created_at: '2026-03-05T15:00:00Z' } as const;
    store.writeOrder(aCheckout({ checkout_id: 'asked', ...asked }));
    for (const day of [3, 4]) {
      const created_at = `2026-03-0${day}T15:00:00Z`;
      store.writeOrder(aCheckout({ checkout_id: `of day ${day}`, created_at }));
      take(`msg-${day}`, 2, 0, `of day ${day}`);
    }
    assert.deepEqual(store.staleOrders(), ['of day 4', 'of day 3', 'asked']);
  });

  it('keeps an order as it was read last, whichever answer comes last', () => {
    store.writeOrder(aCheckout({ version: 5, status: 'offers' }));
    store.writeOrder(aCheckout({ version: 5, charges: [aCharge()] }));
    store.writeOrder(aCheckout({ version: 4, status: 'offers' }));
    const [row] = store.listOrders(everything, { limit: 9, offset: 0 });
    assert.deepEqual([row?.state, row?.charged_cents], ['approved', 840_000]);
    store.addListed(store.listSpan(), { rows: [aCheckout({ status: 'offers' })], isWhole: true });
    take('msg-1', 5);
    assert.deepEqual(store.listOrders(everything, { limit: 9, offset: 0 }), [row]);
  });

  it('finds orders by their seller and their time, page by page, and counts those in each group', () => {
    for (const [checkout_id, change] of Object.entries({
      'k-1': { sold_by: 'rep-1', status: 'offers' as const },
      'k-2': { sold_by: 'rep-2', order_id: '2002' },
      'k-3': { sold_by: 'rep-2', created_at: '2026-03-03T15:00:00Z' },
    })) {
      store.writeOrder(aCheckout({ checkout_id, ...change }));
    }
    const since = '2026-03-03T15:00:00Z';
    assert.deepEqual(found({}), ['k-3', 'k-1', 'k-2']);
    assert.deepEqual(found({}, { limit: 2, offset: 1 }), ['k-1', 'k-2']);
    assert.deepEqual(found({ soldBy: 'rep-2' }), ['k-3', 'k-2']);
    assert.deepEqual(found({ since }), ['k-3']);
    const counts = (change: Partial<OrderFilter>) =>
      Object.fromEntries(store.countOrders({ ...everything, ...change }));
    assert.deepEqual(counts({ group: 'customer' }), { customer: 1, to_charge: 2 });
    assert.deepEqual(counts({ soldBy: 'rep-1' }), { customer: 1 });
    assert.deepEqual(counts({ since }), { to_charge: 1 });
    assert.deepEqual(counts({ search: '200' }), { to_charge: 1 });
  });

  it('goes on with the list at its newest row, however it was read', () => {
    const newer = aCheckout({ checkout_id: 'k-2', created_at: '2026-03-03T15:00:00Z' });
    store.addListed(store.listSpan(), { rows: [newer, aCheckout()], isWhole: true });
    store.addListed(store.listSpan(), { rows: [aCheckout()], isWhole: true });
    assert.equal(store.listSpan().since, '2026-03-03T14:59:00.000Z');
  });

  it('signs in each by their own token, until it ends', () => {
    store.startSession('first', 100, 0);
    store.startSession('second', 200, 50);
    assert.deepEqual(
      [store.hasSession('first', 99), store.hasSession('first', 100)],
      [true, false],
    );
    store.endSession('first');
    assert.deepEqual(
      [store.hasSession('first', 99), store.hasSession('second', 99)],
      [false, true],
    );
  });
});
