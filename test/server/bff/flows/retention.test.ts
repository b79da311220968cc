import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { scheduleFollowing } from '../../../../server/bff/operations/follow-settled.ts';
import {
  FORGET_OLD_ROWS,
  oldRowsForgetter,
  scheduleForgetting,
} from '../../../../server/bff/operations/forget-old-rows.ts';
import { sandboxCallback } from '../../../../server/config/sandbox-settings.ts';
import { basicAuthHeader } from '../../../../server/platform/http/basic-auth.ts';
import { startTestBff } from '../../../helpers/bff.ts';
import { dayMs, hourMs } from '../../../helpers/durations.ts';
import { MerchantServer } from '../../../helpers/merchant-server.ts';
import { anApplication, as, codeOf, ShopPage, signedOrder } from '../../../helpers/shop-page.ts';
import { acceptedPage, startTestbed, type Testbed } from '../../../helpers/testbed.ts';
import { hmacSecret, shopWith, startReceiver } from '../../../helpers/webhook-receiver.ts';

describe('what is kept', () => {
  let testbed: Testbed;
  before(async () => {
    testbed = await startTestbed({ isRunning: false });
  });
  after(() => testbed.close());

  const tables = [
    'checkouts',
    'sessions',
    'order_tokens',
    'merchant_keys',
    'inbox',
    'due_work',
  ] as const;
  async function counts(): Promise<Record<(typeof tables)[number], number>> {
    const found = tables.map(async (table) => {
      const rows = await testbed.bff.database.query.selectFrom(table).selectAll().execute();
      return [table, rows.length] as const;
    });
    return Object.fromEntries(await Promise.all(found)) as Awaited<ReturnType<typeof counts>>;
  }
  async function daysLater(days: number): Promise<void> {
    testbed.bff.tick(days * dayMs);
    await testbed.bff.runDue();
  }
  const callBack = (body: object) =>
    testbed.bff.app.request('/callbacks/application', {
      method: 'POST',
      headers: {
        authorization: basicAuthHeader(sandboxCallback),
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    });
  const nothing = {
    checkouts: 0,
    sessions: 0,
    order_tokens: 0,
    merchant_keys: 0,
    inbox: 0,
    due_work: 0,
  };

  it('of a checkout that was left: nothing an hour after its form has ended', async () => {
    const page = new ShopPage(testbed.bff);
    await page.open({ order_token: await signedOrder(testbed.bff) });
    await daysLater(1);
    const { checkouts, sessions, order_tokens } = await counts();
    assert.deepEqual([checkouts, sessions, order_tokens], [1, 1, 1]);
    await daysLater(1 / 24);
    assert.deepEqual(await counts(), nothing);
  });

  it('of a form that is taken up again: all of it until a day after that', async () => {
    const page = new ShopPage(testbed.bff);
    await page.open({ order_token: await signedOrder(testbed.bff) });
    for (const days of [23 / 24, 23 / 24]) {
      await daysLater(days);
      as(page.enter(await page.askToResume(page.resume)), 'details');
    }
    await daysLater(1);
    const ended = as(page.enter(await page.askToResume(page.resume)), 'expired');
    assert.equal(ended.reason, 'application');
    await daysLater(1 / 24);
    assert.deepEqual(await counts(), nothing);
  });

  it('of a checkout that the merchant’s server made: its key for as long as its handle', async () => {
    await new MerchantServer(testbed.bff).make({}, 'a key');
    // Until then it can be begun.
    await daysLater(30);
    await daysLater(30);
    assert.equal((await counts()).merchant_keys, 1);
    await daysLater(1);
    assert.deepEqual(await counts(), nothing);
  });

  it('of an application: what was shown, for seven years, and no token', async () => {
    const page = new ShopPage(testbed.bff);
    await page.open({ order_token: await signedOrder(testbed.bff) });
    as(await page.apply({ ssn: '900-10-0101' }), 'no_offers');
    await daysLater(1);
    await daysLater(31);
    assert.deepEqual(await counts(), { ...nothing, checkouts: 1, due_work: 1 });
    await daysLater(7 * 365);
    assert.equal((await counts()).checkouts, 0);
    assert.deepEqual(await counts(), nothing);
  });

  it('of a charge and a refund: the key, for as long as itself', async () => {
    const server = new MerchantServer(testbed.bff);
    const { checkoutId: id } = await acceptedPage(testbed);
    const settledCharge = async (parts: Record<string, unknown>, key?: string) => {
      const { charge_id, payment_request_uuid: uuid } = await server.charge(id, parts, key);
      await testbed.sandbox.paymentRequest(uuid, 'approve');
      await testbed.sandbox.transaction(uuid, 'Transferred');
      return charge_id;
    };
    await settledCharge({ amount: '1000.00' });
    const project = { transaction_description: 111, amount: '500.00' };
    const chargeId = await settledCharge(project, 'a charge');
    const [of, part] = [{ id, chargeId }, { amount: '100.00' }];
    await server.charges(id);
    const refund = await server.refund(of, part, 'a refund');
    await testbed.sandbox.transaction(refund.refund_request_uuid, 'Transferred');
    await server.refunds(of);
    await daysLater(1);
    await daysLater(31);
    assert.equal((await counts()).sessions, 0);
    assert.equal((await server.charge(id, project, 'a charge')).charge_id, chargeId);
    assert.equal((await server.refund(of, part, 'a refund')).refund_id, refund.refund_id);
    assert.equal((await server.charges(id)).length, 2);
    const sent = await testbed.lending.context.database.query
      .selectFrom('transactions')
      .select('id')
      .where('transaction_description', '=', 115)
      .execute();
    assert.deepEqual(sent, [{ id: refund.refund_request_uuid }]);
    await daysLater(7 * 365);
    assert.deepEqual(await counts(), nothing);
  });

  it('of a callback: its id, for as long as it may be repeated', async () => {
    const send = () => callBack({ event_id: 'e-1', event_type: 'consumer_application_complete' });
    assert.equal((await send()).status, 200);
    await testbed.bff.runDue();
    await daysLater(35);
    assert.equal((await send()).status, 200);
    assert.equal((await counts()).inbox, 1);
    await daysLater(6);
    assert.deepEqual(await counts(), nothing);
  });

  it('of a callback about a loan that the lender does not show: its id for as long', async () => {
    const page = new ShopPage(testbed.bff);
    await page.open({ amount: '8400.00' });
    as(await page.apply({ ssn: '900-10-0001' }), 'offers');
    const external_application_id = await testbed.applicationOf(page);
    testbed.proxy.fail(/^GET .*\/loan\//, ...Array<number>(500).fill(403));
    await callBack({ event_id: 'e-2', external_application_id });
    await testbed.bff.runDue();
    await daysLater(39);
    assert.equal((await counts()).inbox, 1);
    await daysLater(2);
    assert.equal((await counts()).inbox, 0);
  });
});

describe('soft pulls of the day before, and keys whose time is over', () => {
  it('are forgotten at most 1,000 at a time, until there are no more', async (t) => {
    const bff = await startTestBff();
    t.after(() => bff.close());
    const { query } = bff.database;
    const names = Array.from({ length: 2_500 }, (_none, at) => `old ${at}`);
    const pull = { slot: 1, checkout_id: '' };
    const key = {
      merchant: '',
      operation: 'checkout',
      fingerprint: '',
      checkout_id: '',
      charge_id: null,
      answer: null,
    };
    const started_at = bff.now() - dayMs;
    const pulls = names.map((person_digest) => ({ ...pull, person_digest, started_at }));
    const keys = names.map((key_digest) => ({ ...key, key_digest, forget_at: bff.now() }));
    await query
      .insertInto('person_pulls')
      .values([...pulls, { ...pull, person_digest: 'new', started_at: bff.now() }])
      .execute();
    await query
      .insertInto('merchant_keys')
      .values([...keys, { ...key, key_digest: 'new', forget_at: bff.now() + 1 }])
      .execute();
    const left = async () => [
      await query.selectFrom('person_pulls').select('person_digest').execute(),
      await query.selectFrom('merchant_keys').select('key_digest').execute(),
    ];
    const work = { kind: FORGET_OLD_ROWS, key: 'all', scope: '', payload: null, attempts: 0 };
    const now = bff.now();
    await oldRowsForgetter(bff.context)({ ...work, dueAt: now, now });
    assert.deepEqual(
      (await left()).map((rows) => rows.length),
      [1_501, 1_501],
    );
    await scheduleForgetting(bff.context);
    await bff.runDue();
    assert.deepEqual(await left(), [[{ person_digest: 'new' }], [{ key_digest: 'new' }]]);
  });
});

describe('what a merchant’s server is told of a charge that is reversed after 30 days', () => {
  it('waits for its server, though the checkout ended a month ago', async (t) => {
    const receiver = await startReceiver();
    const endpoint = { id: 'shop', url: receiver.url, secrets: [hmacSecret()] };
    const config = { merchants: [shopWith(endpoint)] };
    const testbed = await startTestbed({ isRunning: false, config });
    const { bff, sandbox, close } = testbed;
    t.after(async () => {
      await close();
      await receiver.close();
    });
    const server = new MerchantServer(bff);
    const { checkoutId } = await acceptedPage(testbed);
    const { payment_request_uuid: uuid } = await server.charge(checkoutId);
    await sandbox.paymentRequest(uuid, 'approve');
    await sandbox.transaction(uuid, 'Transferred');
    await server.charges(checkoutId);
    await bff.runDue();
    assert.equal(receiver.types().at(-1), 'charge.settled');
    await bff.pass(dayMs, 30);
    receiver.answer(503);
    await sandbox.transaction(uuid, 'Reversed');
    await scheduleFollowing(bff.context);
    await bff.runDue();
    await bff.pass(hourMs, 26);
    receiver.answer(204);
    await bff.pass(hourMs, 24);
    assert.equal(receiver.types().at(-1), 'charge.reversed');
    await bff.pass(dayMs, 31);
    const events = bff.database.query.selectFrom('webhook_events').select('id');
    assert.deepEqual(await events.execute(), []);
  });
});

describe('what a merchant’s server is told of an application that the lender refused', () => {
  it('waits for its server, though nothing else of the checkout is kept for long', async (t) => {
    const receiver = await startReceiver();
    const endpoint = { id: 'shop', url: receiver.url, secrets: [hmacSecret()] };
    const config = { merchants: [shopWith(endpoint)] };
    const { bff, proxy, close } = await startTestbed({ isRunning: false, config });
    t.after(async () => {
      await close();
      await receiver.close();
    });
    const page = new ShopPage(bff);
    await page.open({ amount: '8400.00' });
    proxy.fail(/^POST .*\/soft-pull\//, 422);
    const refused = await page.on('POST', '/application', anApplication());
    assert.equal(codeOf(refused), 'lender_refused');
    receiver.answer(503);
    for (const hours of [24, 1, 1]) {
      bff.tick(hours * hourMs);
      await bff.runDue();
    }
    receiver.answer(204);
    bff.tick(dayMs);
    await bff.runDue();
    assert.deepEqual(receiver.types(), ['checkout.applied', 'checkout.expired']);
  });
});
