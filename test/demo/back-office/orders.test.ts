import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import Database from 'better-sqlite3';
import { Store } from '../../../demo/back-office/store.ts';
import { shopKey } from '../../helpers/bff.ts';
import { minuteMs } from '../../helpers/durations.ts';
import { MerchantServer } from '../../helpers/merchant-server.ts';
import { scratchRoot } from '../../helpers/scratch.ts';
import { ShopPage, signedOrder } from '../../helpers/shop-page.ts';
import { acceptedPage, startTestbed, type Testbed } from '../../helpers/testbed.ts';
import { aCharge, aCheckout } from './fixtures.ts';
import { TestOffice } from './office.ts';

describe('the orders of the back office', () => {
  let testbed: Testbed;
  let server: MerchantServer;
  let office: TestOffice;
  before(async () => {
    testbed = await startTestbed();
    server = new MerchantServer(testbed.bff);
  });
  after(() => testbed.close());
  beforeEach(async () => {
    office = await TestOffice.open({ bffUrl: testbed.bff.url, secretKey: shopKey });
    await office.signIn();
  });
  afterEach(() => office.close());

  const checkoutOf = (order_id: string) => server.make({ order_id, amount: '8400.00' });

  it('has what was sold by a link, and not what a page of the shop only opened', async () => {
    const { checkout_id } = await checkoutOf('L-1');
    const page = new ShopPage(testbed.bff);
    await page.open({ order_token: await signedOrder(testbed.bff, { order_id: 'P-1' }) });
    const list = await office.page('/orders?q=-1');
    assert.ok(list.includes(checkout_id));
    assert.match(list, /Not applied/);
    assert.ok(!list.includes('P-1'));
  });

  it('has an order that was made before one that a webhook told of', async () => {
    const { checkout_id } = await checkoutOf('EARLIER-1');
    const told = { checkout_id: '5d0f9f3c-2f3b-4e59-8a54-0c6f9b1c7a12' };
    assert.equal((await office.tell(told)).status, 204);
    assert.ok((await office.page('/orders?q=EARLIER')).includes(checkout_id));
  });

  it('reads an order again that a webhook tells of, as it stands now', async () => {
    const page = new ShopPage(testbed.bff);
    await page.open({ order_token: await signedOrder(testbed.bff, { order_id: 'P-2' }) });
    assert.ok(!(await office.page('/orders?q=P-2')).includes(page.checkoutId));
    await page.apply({ ssn: '900-10-0101' });
    const told = { checkout_id: page.checkoutId, order_id: 'P-2', version: 2, status: 'applied' };
    assert.equal((await office.tell({ ...told, type: 'checkout.applied' })).status, 204);
    const row = await office.page('/orders?q=P-2');
    assert.match(row, /class="badge ended">No offers</);
  });

  it('shows as they stand now all orders that have news, or says that it is behind', async () => {
    let now = 0;
    const reads = { costMs: 0 };
    const busy = await TestOffice.open({
      bffUrl: testbed.bff.url,
      secretKey: shopKey,
      now: () => now,
      fetch: async (url) => {
        const { pathname } = new URL(String(url));
        if (pathname.endsWith('/checkouts')) {
          return Response.json({ checkouts: [], has_more: false });
        }
        now += reads.costMs;
        const checkout_id = pathname.split('/').at(-1) ?? '';
        return Response.json(aCheckout({ checkout_id, status: 'no_offers', version: 3 }));
      },
    });
    await busy.signIn();
    const news = async (from: number) => {
      for (let order = from; order < from + 60; order += 1) {
        await busy.tell({ checkout_id: `k-${order}`, order_id: `k-${order}` });
      }
    };
    await news(100);
    const page = await busy.page('/orders?group=customer');
    assert.match(page, /No order is like that/);
    assert.doesNotMatch(page, /role="alert"/);
    reads.costMs = 1_000;
    await news(200);
    const behind = await busy.page('/orders?group=customer');
    assert.match(behind, /role="alert">[^<]*There is more than could be read at once/);
    await busy.close();
  });

  it('reads an order again in which the lender is being asked: nothing tells that it came to nothing', async () => {
    const asked = [
      aCheckout({ checkout_id: 'k-1', order_id: 'VOID-1', status: 'applied', version: 2 }),
      aCheckout({
        checkout_id: 'k-2',
        order_id: 'VOID-2',
        charges: [aCharge({ status: 'working' })],
      }),
    ];
    const over = [
      aCheckout({ checkout_id: 'k-1', order_id: 'VOID-1', status: 'open', version: 3 }),
      aCheckout({ checkout_id: 'k-2', order_id: 'VOID-2' }),
    ];
    let stored = asked;
    const quiet = await TestOffice.open({
      bffUrl: testbed.bff.url,
      secretKey: shopKey,
      fetch: async (url) => {
        const { pathname } = new URL(String(url));
        const one = stored.find(({ checkout_id }) => pathname.endsWith(checkout_id));
        return Response.json(one ?? { checkouts: stored, has_more: false });
      },
    });
    await quiet.signIn();
    const ofLender = async () =>
      (await quiet.page('/orders?group=lender')).match(/<tr data-order=/g)?.length ?? 0;
    assert.equal(await ofLender(), 2);
    stored = over;
    assert.equal(await ofLender(), 0);
    await quiet.close();
  });

  it('reads a long list bit by bit, and says so until it has all of it', async () => {
    const newestAt = Date.UTC(2026, 2, 2);
    const made = Array.from({ length: 5_100 }, (_, age) =>
      aCheckout({
        checkout_id: `k-${age}`,
        order_id: `AGE-${age}`,
        created_at: new Date(newestAt - age * minuteMs).toISOString(),
      }),
    );
    const long = await TestOffice.open({
      bffUrl: testbed.bff.url,
      secretKey: shopKey,
      fetch: async (url) => {
        const { searchParams: query } = new URL(String(url));
        const [since = '', until = '9'] = ['created_after', 'created_before'].map(
          (name) => query.get(name) ?? undefined,
        );
        const after = query.get('starting_after');
        const found = made
          .slice(made.findIndex(({ checkout_id }) => checkout_id === after) + 1)
          .filter(({ created_at }) => created_at >= since && created_at < until);
        return Response.json({ checkouts: found.slice(0, 100), has_more: found.length > 100 });
      },
    });
    await long.signIn();
    const oldest = () => long.page('/orders?q=AGE-5099');
    const behind = await oldest();
    assert.match(behind, /role="alert">[^<]*There is more than could be read at once/);
    assert.ok(!behind.includes('k-5099'));
    const whole = await oldest();
    assert.doesNotMatch(whole, /role="alert"/);
    assert.ok(whole.includes('k-5099'));
    await long.close();
  });

  it('keeps no row of a page that somebody only looked at', async () => {
    const visit = { status: 'open', expires_at: null } as const;
    const rows = [aCheckout({ ...visit, checkout_id: 'v-1' }), aCheckout({ checkout_id: 'k-1' })];
    const folder = await mkdtemp(join(await scratchRoot(), 'soft-pull-office-'));
    const store = new Store(join(folder, 'back-office.db'));
    store.addListed(store.listSpan(), { rows, isWhole: true });
    assert.deepEqual(store.listSpan(), { since: '2026-03-02T14:59:00.000Z', until: undefined });
    store.close();
    const file = new Database(join(folder, 'back-office.db'));
    assert.deepEqual(file.prepare('SELECT checkout_id FROM orders').pluck().all(), ['k-1']);
    file.close();
    await rm(folder, { recursive: true });
  });

  it('drops an order that the merchant API has no longer', async () => {
    const told = { checkout_id: '5d0f9f3c-2f3b-4e59-8a54-0c6f9b1c7a13', order_id: 'GONE-1' };
    assert.equal((await office.tell(told)).status, 204);
    assert.ok(!(await office.page('/orders')).includes('GONE-1'));
  });

  it('drops one that nobody tells of when somebody looks at it', async () => {
    const listed = [aCheckout({ checkout_id: 'k-1', order_id: 'GONE-2' })];
    const gone = await TestOffice.open({
      bffUrl: testbed.bff.url,
      secretKey: shopKey,
      fetch: async (url) =>
        String(url).includes('/checkouts?')
          ? Response.json({ checkouts: listed.splice(0), has_more: false })
          : Response.json({ title: 'Not found.', code: 'not_found' }, { status: 404 }),
    });
    await gone.signIn();
    assert.match(await gone.page('/orders'), /GONE-2/);
    assert.equal((await gone.get('/orders/k-1')).status, 404);
    assert.doesNotMatch(await gone.page('/orders'), /GONE-2/);
    await gone.close();
  });

  it('refuses a webhook that was changed, and takes one once', async () => {
    const told = { id: 'msg-1', checkout_id: '5d0f9f3c-2f3b-4e59-8a54-0c6f9b1c7a11' };
    const forged = JSON.stringify({ type: 'checkout.offers', data: { ...told, version: 9 } });
    assert.equal((await office.tell(told, forged)).status, 400);
    const stream = (await office.get('/live')).body?.getReader();
    const heard: string[] = [];
    const hear = async () =>
      heard.push(Buffer.from((await stream?.read())?.value ?? []).toString());
    await hear();
    assert.equal((await office.tell(told)).status, 204);
    assert.equal((await office.tell(told)).status, 204);
    assert.equal(
      (await office.tell({ ...told, id: 'msg-2', type: 'checkout.chosen' })).status,
      204,
    );
    await hear();
    while (!heard.join('').includes('chose an offer')) await hear();
    await stream?.cancel();
    assert.equal(heard.join('').match(/event: news/g)?.length, 2);
  });

  it('names all that may have the focus where news is shown, so that it has it again', async () => {
    const { checkoutId } = await acceptedPage(testbed, { order_id: 'FOCUS-1' });
    await server.charge(checkoutId);
    const { checkout_id } = await checkoutOf('FOCUS-2');
    const paths = ['/orders?q=FOCUS', '/orders?q=none', `/orders/${checkoutId}`];
    for (const path of [...paths, `/orders/${checkout_id}`]) {
      const [, live = ''] = /<div id="live"(.*)<\/main>/s.exec(await office.page(path)) ?? [];
      const tags = live.match(/<(a|button|input|summary)\b[^>]*>/g) ?? [];
      assert.ok(tags.length > 0);
      const nameless = tags.filter((tag) => !/ id=| type="hidden"/.test(tag));
      assert.deepEqual(nameless, [], path);
    }
  });

  it('finds orders by part of their number, by seller and by where they stand', async () => {
    await checkoutOf('FIND-ME-1');
    await checkoutOf('OTHER-1');
    const found = await office.page('/orders?q=find-me');
    assert.match(found, /FIND-ME-1/);
    assert.ok(!found.includes('OTHER-1'));
    assert.match(await office.page('/orders?q=find-me&group=customer'), /FIND-ME-1/);
    assert.match(await office.page('/orders?q=find-me&group=ended'), /No order is like that/);
    assert.match(await office.page('/orders?q=find-me&seller=hillside-rep-2'), /No order is like/);
    assert.match(await office.page('/orders?q=%3Cscript%3E'), /value="&lt;script&gt;"/);
  });

  it('finds orders by when they were made and who sold them, and shows the rest of a long list', async () => {
    const made = Array.from({ length: 26 }, (_, age) =>
      aCheckout({
        checkout_id: `k-${age}`,
        order_id: `SOLD-${age}`,
        created_at: new Date(Date.UTC(2026, 2, 2) - age * minuteMs).toISOString(),
        sold_by: age === 25 ? 'hillside-rep-2' : null,
      }),
    );
    const listing = await TestOffice.open({
      bffUrl: testbed.bff.url,
      secretKey: shopKey,
      now: () => Date.UTC(2026, 2, 9) - minuteMs,
      fetch: async () => Response.json({ checkouts: made, has_more: false }),
    });
    await listing.signIn();
    const shown = async (query: string) => {
      const page = await listing.page(`/orders?${query}`);
      const rows = page.matchAll(/<tr data-order="k-(\d+)"/g);
      return [[...rows].map(([, age]) => Number(age)), page.includes('id="older"')];
    };
    assert.deepEqual(await shown('days=7'), [[0, 1], false]);
    assert.deepEqual(await shown('seller=hillside-rep-2'), [[25], false]);
    assert.deepEqual(await shown(''), [made.slice(0, 25).map((_, age) => age), true]);
    assert.deepEqual(await shown('page=2'), [[25], false]);
    const linked = async (query: string, id: string) =>
      new RegExp(`id="${id}" href="([^"]*)"`).exec(await listing.page(`/orders${query}`))?.[1];
    assert.equal(await linked('?q=SOLD', 'older'), '/back-office/orders?q=SOLD&amp;page=2');
    assert.equal(await linked('?q=SOLD&page=2', 'newer'), '/back-office/orders?q=SOLD&amp;page=1');
    assert.equal(await linked('?q=SOLD', 'newer'), undefined);
    await listing.close();
  });

  it('still shows what it has while the BFF does not answer', async () => {
    await checkoutOf('KEPT-1');
    let isDown = false;
    const down = await TestOffice.open({
      bffUrl: testbed.bff.url,
      secretKey: shopKey,
      fetch: (...call) => (isDown ? Promise.reject(new Error('down')) : fetch(...call)),
    });
    await down.signIn();
    await down.page('/orders');
    isDown = true;
    const list = await down.page('/orders?q=KEPT');
    assert.match(list, /KEPT-1/);
    assert.match(list, /role="alert">The checkout service does not answer/);
    assert.equal((await down.get('/money')).status, 503);
    await down.close();
  });

  it('tells what was charged and what went back by their own amounts', async () => {
    const { checkoutId: id } = await acceptedPage(testbed, { order_id: 'C-5' });
    const { charge_id: chargeId, payment_request_uuid: uuid } = await server.charge(id);
    await testbed.sandbox.paymentRequest(uuid, 'approve');
    await testbed.sandbox.transaction(uuid, 'Transferred');
    await server.charges(id);
    await server.refund({ id, chargeId }, { amount: '400.00' });
    const [, happened = ''] = (await office.page(`/orders/${id}`)).split('What happened');
    const told = [...happened.matchAll(/<span>([^<]+) <span class="soft">([^<]+)</g)];
    assert.deepEqual(
      told.slice(0, 2).map(([, name, amount]) => [name, amount]),
      [
        ['Lender has the refund', '$400.00'],
        ['Charge paid out', '$8,400.00'],
      ],
    );
  });

  it('says beside the amount of an order what of it was charged, if that is less or more', async () => {
    const orders = [
      aCheckout({ checkout_id: 'k-1', charges: [aCharge({ amount: '7500.00' })] }),
      aCheckout({ checkout_id: 'k-2', charges: [aCharge()] }),
      aCheckout({ checkout_id: 'k-3' }),
    ];
    const listing = await TestOffice.open({
      bffUrl: testbed.bff.url,
      secretKey: shopKey,
      fetch: async () => Response.json({ checkouts: orders, has_more: false }),
    });
    await listing.signIn();
    const list = await listing.page('/orders');
    await listing.close();
    const told = orders.map(({ checkout_id }) => {
      const [, row = ''] = list.split(`<tr data-order="${checkout_id}">`);
      return /<span class="narrow below">(Charged [^<]+)</.exec(row.split('</tr>')[0] ?? '')?.[1];
    });
    assert.deepEqual(told, ['Charged $7,500.00', undefined, undefined]);
  });

  it('knows no order of another merchant, and no page that is none', async () => {
    const path = '/orders/5d0f9f3c-2f3b-4e59-8a54-0c6f9b1c7a11';
    assert.equal((await office.get(path)).status, 404);
    assert.equal((await office.get(`${path}/qr.svg`)).status, 404);
    assert.equal((await office.get('/nowhere')).status, 404);
    assert.equal((await office.post(`${path}/cancel`, { key: 'x' })).status, 404);
  });
});
