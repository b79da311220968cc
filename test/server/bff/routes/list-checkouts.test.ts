import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { checkoutsPage } from '../../../../server/bff/merchant-api/checkouts.ts';
import type { CheckoutStatus } from '../../../../server/bff/merchant-api/statuses.ts';
import { selectMerchantCheckouts } from '../../../../server/bff/store/merchant-list.ts';
import { acceptedAtBareLender, startBareTestbed } from '../../../helpers/bare-testbed.ts';
import {
  otherKey,
  otherOrigin,
  otherShop,
  shop,
  startTestBff,
  type TestBff,
} from '../../../helpers/bff.ts';
import { minuteMs } from '../../../helpers/durations.ts';
import { MerchantServer } from '../../../helpers/merchant-server.ts';
import { queryPlan } from '../../../helpers/query-plan.ts';
import { codeOf, type PageAnswer, ShopPage } from '../../../helpers/shop-page.ts';
import { acceptedPage, startTestbed } from '../../../helpers/testbed.ts';

const pageOf = (answer: PageAnswer) => {
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return checkoutsPage.parse(answer.body);
};
const list = async (server: MerchantServer, query: Record<string, string> = {}) =>
  pageOf(await server.call('GET', `/checkouts?${new URLSearchParams(query)}`));
const idsOf = async (server: MerchantServer, query: Record<string, string> = {}) =>
  (await list(server, query)).checkouts.map(({ checkout_id }) => checkout_id);

describe('GET /v1/merchant/checkouts', () => {
  let bff: TestBff;
  let server: MerchantServer;
  beforeEach(async () => {
    bff = await startTestBff();
    server = new MerchantServer(bff);
  });
  afterEach(() => bff.close());

  const make = async (order_id: string) => {
    bff.tick(minuteMs);
    return (await server.make({ order_id })).checkout_id;
  };

  it('has them newest first, also one that a page began, each as it is read by itself', async () => {
    const first = await make('S-1');
    bff.tick(minuteMs);
    const page = new ShopPage(bff);
    await page.open({ amount: '600' });
    const { checkouts, has_more } = await list(server);
    assert.deepEqual([has_more, checkouts.length], [false, 2]);
    for (const [index, id] of [page.checkoutId, first].entries()) {
      const { timeline: _timeline, version: _version, url: _url, ...rest } = await server.view(id);
      assert.deepEqual({ ...checkouts[index], cancellation: null, loan: null }, rest);
    }
  });

  it('gives them page by page, also those that were made at one moment', async () => {
    const made = new Set<string>();
    for (let count = 0; count < 5; count += 1) made.add((await server.make()).checkout_id);
    const found: string[] = [];
    for (let hasMore = true; hasMore; ) {
      const cursor = found.at(-1);
      const next = await list(server, { limit: '2', ...(cursor && { starting_after: cursor }) });
      found.push(...next.checkouts.map(({ checkout_id }) => checkout_id));
      hasMore = next.has_more;
      assert.ok(found.length <= made.size);
    }
    assert.equal(found.length, made.size);
    assert.deepEqual(new Set(found), made);
  });

  it('finds those of an order', async () => {
    const [one, other] = [await make('S-1'), await make('S-2')];
    const again = await make('S-1');
    assert.deepEqual(await idsOf(server, { order_id: 'S-1' }), [again, one]);
    assert.deepEqual(await idsOf(server, { order_id: 'S-2' }), [other]);
    assert.deepEqual(await idsOf(server, { order_id: 'S-1', starting_after: again }), [one]);
  });

  it('finds those of a time, with its beginning and without its end', async () => {
    const made = [await make('S-1'), await make('S-2'), await make('S-3')];
    const times = [1, 2, 3].map((minute) => `2026-03-02T15:0${minute}:00Z`);
    const [first = '', second = '', third = ''] = times;
    assert.deepEqual(await idsOf(server, { created_after: second }), made.slice(1).toReversed());
    assert.deepEqual(await idsOf(server, { created_before: second }), made.slice(0, 1));
    const between = { created_after: first, created_before: third };
    assert.deepEqual(await idsOf(server, between), made.slice(0, 2).toReversed());
    const offset = { created_after: '2026-03-02T10:03:00-05:00' };
    assert.deepEqual(await idsOf(server, offset), made.slice(2));
  });

  it('finds those at a status, and follows them', async () => {
    const id = await make('S-1');
    assert.deepEqual(await idsOf(server, { status: 'open' }), [id]);
    bff.tick(30 * 24 * 60 * minuteMs);
    await bff.runDue();
    assert.deepEqual(await idsOf(server, { status: 'open' }), []);
    assert.deepEqual(await idsOf(server, { status: 'expired' }), [id]);
  });

  it('has no other merchant’s, and takes none for a cursor', async () => {
    const id = await make('S-1');
    const other = new MerchantServer(bff, otherKey);
    assert.deepEqual(await idsOf(other), []);
    const { checkout_id: foreign } = await other.make({ return_url: `${otherOrigin}/pay` });
    for (const starting_after of [foreign, randomUUID(), 'x']) {
      const answer = await server.call('GET', `/checkouts?starting_after=${starting_after}`);
      assert.equal(codeOf(answer), 'invalid_request');
    }
    assert.deepEqual(await idsOf(server), [id]);
  });

  for (const query of [
    'limit=0',
    'limit=101',
    'status=paid',
    'status=open&status=open',
    'created_after=yesterday',
    'created_before=2026-03-02',
    'order_id=',
    `order_id=${'9'.repeat(65)}`,
    'page=2',
  ]) {
    it(`refuses ${query.slice(0, 40)}`, async () => {
      const answer = await server.call('GET', `/checkouts?${query}`);
      assert.equal(codeOf(answer), 'invalid_request');
    });
  }

  it('has one limit with events, settlements and the report', async (t) => {
    const limited = await startTestBff({ config: { limits: { callsPerCheckout: 4 } } });
    t.after(() => limited.close());
    const busy = new MerchantServer(limited);
    const lists = ['/checkouts', '/events', '/settlements', '/report'];
    for (const path of lists) assert.equal((await busy.call('GET', path)).status, 200, path);
    const since = { created_after: '2026-03-02T15:00:00Z' };
    const refused = [
      ...lists.map((path) => busy.call('GET', path)),
      busy.call('POST', `/events/${randomUUID()}/resend`, {}),
      busy.call('POST', '/failed-events/resend', since),
    ];
    for (const answer of await Promise.all(refused)) {
      assert.equal(codeOf(answer), 'rate_limited');
      assert.equal(answer.headers.get('retry-after'), '15');
    }
  });
});

describe('GET /v1/merchant/checkouts after an acceptance', () => {
  let close: () => Promise<void>;
  afterEach(() => close());

  it('has the status and the charges, over the embedded service', async () => {
    const testbed = await startTestbed({ isRunning: false });
    close = testbed.close;
    const server = new MerchantServer(testbed.bff);
    const { checkoutId } = await acceptedPage(testbed);
    const charge = await server.charge(checkoutId, { amount: '8000.00' });
    const { checkouts } = await list(server, { status: 'accepted' });
    assert.deepEqual(
      checkouts.map(({ checkout_id, charges }) => [checkout_id, charges]),
      [[checkoutId, [charge]]],
    );
  });

  it('has them over a lender that says little', async () => {
    const testbed = await startBareTestbed();
    close = testbed.close;
    const { checkoutId } = await acceptedAtBareLender(testbed);
    assert.deepEqual(await idsOf(new MerchantServer(testbed.bff), { status: 'accepted' }), [
      checkoutId,
    ]);
  });
});

describe('the indexes of the merchant’s list', () => {
  let bff: TestBff;
  before(async () => {
    bff = await startTestBff();
  });
  after(() => bff.close());

  const skip = process.env.TEST_DATABASE_URL ? 'PostgreSQL plans by what the tables hold' : false;
  const everything = {
    merchant: shop.publishable_key,
    orderId: undefined,
    status: undefined,
    soldBy: undefined,
    from: undefined,
    before: undefined,
    after: undefined,
    limit: 26,
  };
  const place = { id: otherShop.publishable_key, createdAt: 1 };
  const filters = {
    checkouts_by_time: {},
    checkouts_by_order: { orderId: 'S-1' },
    checkouts_by_status: { status: 'review' as CheckoutStatus },
    checkouts_sold: { soldBy: 'hillside-rep-2' },
  };
  for (const [index, filter] of Object.entries(filters)) {
    for (const range of [{}, { after: place }, { from: 1, before: 2 }]) {
      it(`reads ${index} in its order (${Object.keys(range).join(', ') || 'from the top'})`, {
        skip,
      }, async () => {
        const query = selectMerchantCheckouts(bff.database.query, {
          ...everything,
          ...filter,
          ...range,
        });
        const plan = await queryPlan(bff.database.query, query);
        assert.equal(plan.length, 1, plan.join('\n'));
        assert.match(plan[0] ?? '', new RegExp(`^SEARCH checkouts USING INDEX ${index} `));
      });
    }
  }
});
