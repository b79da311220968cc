import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { otherKey, otherShop, shop } from '../../../helpers/bff.ts';
import { dayMs, hourMs } from '../../../helpers/durations.ts';
import { inParallel } from '../../../helpers/in-parallel.ts';
import { MerchantServer } from '../../../helpers/merchant-server.ts';
import { addOfferCode } from '../../../helpers/offer-codes.ts';
import { as, codeOf, ShopPage } from '../../../helpers/shop-page.ts';
import { acceptedPage, startTestbed, type Testbed } from '../../../helpers/testbed.ts';

const users = [{ user_id: 'hillside-rep-2', name: 'Sam', role: 'Salesrep' }];
const nothing = { count: 0, amount: '0.00' };
const empty = {
  opened: 0,
  applied: 0,
  offers: 0,
  none: 0,
  chosen: 0,
  accepted: 0,
  charged: nothing,
  settled: nothing,
  refunded: nothing,
};

describe('GET /v1/merchant/report', () => {
  let testbed: Testbed;
  let server: MerchantServer;
  beforeEach(async () => {
    const merchants = [{ ...shop, users }, otherShop];
    testbed = await startTestbed({ isRunning: false, config: { merchants } });
    server = new MerchantServer(testbed.bff);
  });
  afterEach(() => testbed.close());

  const applied = async (resume: string | undefined, ssn = '900-10-0001') => {
    const page = new ShopPage(testbed.bff);
    await page.open(resume === undefined ? { amount: '8400.00' } : { resume });
    return { page, step: await page.apply({ ssn }) };
  };

  it('counts each checkout once at each stage, on the day it came there', async () => {
    const { page } = await applied(undefined);
    await applied(undefined, '900-10-0101');
    await server.make();
    const { offers } = as(await page.step(), 'offers');
    await page.select(offers[0]?.offer_uuid ?? '');
    await page.on('DELETE', '/selection');
    testbed.bff.tick(dayMs);
    page.enter(await page.askToResume(page.resume));
    await page.select(offers[1]?.offer_uuid ?? '');
    const accepted = await acceptedPage(testbed);
    const charge = await server.charge(accepted.checkoutId);
    const uuid = charge.payment_request_uuid;
    await testbed.sandbox.paymentRequest(uuid, 'approve');
    await server.charges(accepted.checkoutId);
    testbed.bff.tick(dayMs);
    await testbed.sandbox.transaction(uuid, 'Transferred');
    const of = { id: accepted.checkoutId, chargeId: charge.charge_id };
    const { refund_request_uuid } = await server.refund(of, { amount: '400.00' });
    await testbed.sandbox.transaction(refund_request_uuid, 'Transferred');
    await server.refunds(of);
    const once = { count: 1, amount: '8400.00' };
    const { rows, total, from, to } = await server.report();
    assert.deepEqual([from, to], ['2026-02-03', '2026-03-04']);
    assert.deepEqual(rows, [
      { group: '2026-03-02', ...empty, opened: 3, applied: 2, offers: 1, none: 1, chosen: 1 },
      {
        group: '2026-03-03',
        ...empty,
        opened: 1,
        applied: 1,
        offers: 1,
        chosen: 1,
        accepted: 1,
        charged: once,
      },
      { group: '2026-03-04', ...empty, settled: once, refunded: { count: 1, amount: '400.00' } },
    ]);
    assert.deepEqual([total.opened, total.accepted, total.settled], [4, 1, once]);
    const { rows: ofDay } = await server.report('?from=2026-03-03&to=2026-03-03');
    assert.deepEqual(ofDay, [rows[1]]);
  });

  it('counts what was given back before it settled', async () => {
    const { checkoutId: id } = await acceptedPage(testbed);
    const { charge_id: chargeId, payment_request_uuid } = await server.charge(id);
    await testbed.sandbox.paymentRequest(payment_request_uuid, 'approve');
    await server.refund({ id, chargeId });
    await server.view(id);
    const { total } = await server.report();
    const once = { count: 1, amount: '8400.00' };
    assert.deepEqual([total.charged, total.settled, total.refunded], [once, nothing, once]);
  });

  it('counts what the lender took back before it settled', async () => {
    const { checkoutId: id } = await acceptedPage(testbed);
    const { payment_request_uuid: uuid } = await server.charge(id);
    await testbed.sandbox.paymentRequest(uuid, 'approve');
    await server.charges(id);
    await testbed.sandbox.transaction(uuid, 'Reversed');
    assert.equal((await server.charges(id))[0]?.status, 'reversed');
    const { total } = await server.report();
    const once = { count: 1, amount: '8400.00' };
    assert.deepEqual([total.charged, total.settled, total.refunded], [once, nothing, once]);
  });

  it('is by offer code and by seller, too', async () => {
    await addOfferCode(testbed, 'SPRING-24');
    const made = await server.make({ sold_by: 'hillside-rep-2', offer_code: 'SPRING-24' });
    await applied(made.client_token);
    await server.make();
    const counts = async (by: string) =>
      (await server.report(`?by=${by}`)).rows.map(({ group, opened, offers }) => [
        group,
        opened,
        offers,
      ]);
    assert.deepEqual(await counts('offer_code'), [
      [null, 1, 0],
      ['SPRING-24', 1, 1],
    ]);
    assert.deepEqual(await counts('sold_by'), [
      [null, 1, 0],
      ['hillside-rep-2', 1, 1],
    ]);
  });

  it('goes by days of New York, and has each merchant’s own alone', async () => {
    testbed.bff.tick(13 * hourMs);
    await server.make();
    const openedOn = async (query: string) => (await server.report(query)).total.opened;
    assert.equal(await openedOn('?from=2026-03-02&to=2026-03-02'), 1);
    assert.equal(await openedOn('?from=2026-03-03&to=2026-03-03'), 0);
    const other = new MerchantServer(testbed.bff, otherKey);
    assert.deepEqual((await other.report()).rows, []);
  });

  it('counts what settles at the end of a day on the day of its settlement', async (t) => {
    const { checkoutId: id } = await acceptedPage(testbed);
    const { payment_request_uuid: uuid } = await server.charge(id);
    await testbed.sandbox.paymentRequest(uuid, 'approve');
    await server.charges(id);
    await testbed.sandbox.transaction(uuid, 'Transferred');
    const { clock, database } = testbed.bff.context;
    const midnight = Date.parse('2026-03-03T05:00:00Z');
    let isWriting = false;
    const write = database.transaction.bind(database);
    t.mock.method(clock, 'now', () => (isWriting ? midnight : midnight - 1));
    t.mock.method(database, 'transaction', async (work: Parameters<typeof write>[0]) => {
      isWriting = true;
      return write(work).finally(() => {
        isWriting = false;
      });
    });
    await server.charges(id);
    t.mock.restoreAll();
    const { settlements } = await server.settlements('?from=2026-03-02&to=2026-03-02');
    assert.equal(settlements.length, 1);
    const { total } = await server.report('?from=2026-03-02&to=2026-03-02');
    assert.equal(total.settled.count, 1);
  });

  it('loses nothing of what comes at once', async () => {
    await inParallel(8, Array.from({ length: 40 }), async () => {
      await server.make();
    });
    assert.equal((await server.report()).total.opened, 40);
  });

  it('refuses days in another order, too many, and what is no day', async () => {
    for (const query of [
      'from=2026-03-02&to=2026-03-01',
      'from=2025-03-01&to=2026-03-02',
      'from=2026-02-30',
      'by=page',
      'limit=1',
    ]) {
      const answer = await server.call('GET', `/report?${query}`);
      assert.equal(codeOf(answer), 'invalid_request', query);
    }
    // 366 days.
    assert.equal((await server.report('?from=2025-03-02&to=2026-03-02')).from, '2025-03-02');
  });
});
