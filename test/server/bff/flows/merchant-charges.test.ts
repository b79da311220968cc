import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { startTestBff } from '../../../helpers/bff.ts';
import { blockerOf, MerchantServer } from '../../../helpers/merchant-server.ts';
import { as, codeOf, ShopPage } from '../../../helpers/shop-page.ts';
import { makeStorage } from '../../../helpers/storage.ts';
import { acceptedPage, startTestbed, type Testbed } from '../../../helpers/testbed.ts';
import { until } from '../../../helpers/until.ts';
import {
  callLimitMs,
  chargeCall,
  chargeRequests,
  chargesAsked,
  listsRead,
} from './charge-calls.ts';
import { refundByHand } from './refund-by-hand.ts';

describe('POST /v1/merchant/checkouts/{id}/charges', () => {
  let testbed: Testbed;
  let server: MerchantServer;

  beforeEach(async () => {
    testbed = await startTestbed({ isRunning: false });
    server = new MerchantServer(testbed.bff);
  });
  afterEach(() => testbed.close());

  /** A checkout of the merchant's server whose consumer has accepted the terms. */
  async function accepted(
    parts: Record<string, unknown> = {},
    ssn = '900-10-0001',
  ): Promise<ShopPage> {
    const { client_token } = await server.make({ order_id: randomUUID(), ...parts });
    const page = new ShopPage(testbed.bff);
    await page.open({ resume: client_token });
    const answer = await page.apply({ ssn });
    // Where the order is in use, it is said before a second application begins.
    const isTold = answer.screen === 'details' && answer.problem?.code === 'order_in_use';
    const { offers } = as(isTold ? await page.apply({ ssn }) : answer, 'offers');
    as(await page.select(offers[0]?.offer_uuid ?? ''), 'redirect');
    await testbed.sandbox.application(await testbed.applicationOf(page), 'accept-terms');
    as(await page.step(), 'accepted');
    return page;
  }

  it('asks for the initial charge of an amount of the merchant’s, which the page shows', async () => {
    const page = await accepted({ description: 'Heat pump' });
    const view = await server.charge(page.checkoutId, { amount: '3000.00' });
    const [request] = await chargeRequests(testbed);
    assert.deepEqual(
      [view.payment_request_uuid, view.status, view.amount, view.transaction_description],
      [request?.id, 'pending', '3000.00', 109],
    );
    assert.ok(view.expires_at !== null);
    assert.equal(request?.description, 'Heat pump');
    assert.equal(as(await page.step(), 'charge_pending').amount, '3000.00');
    assert.deepEqual(await server.charges(page.checkoutId), [view]);
  });

  it('reads no list of all the merchant’s charges, since the loan shows its own', async () => {
    await server.charge((await accepted()).checkoutId);
    assert.equal(listsRead(testbed), 0);
  });

  it('asks for project and final charges, each as often as the merchant does', async () => {
    const { checkoutId: id } = await accepted();
    await server.charge(id, { amount: '1000.00' });
    const parts = { transaction_description: 111, amount: '500.00', description: 'Ducts' };
    await server.charge(id, parts);
    await server.charge(id, parts);
    await server.charge(id, { transaction_description: 113, amount: '6400.00' });
    assert.deepEqual(
      (await chargeRequests(testbed)).map((each) => [
        each.transaction_description,
        each.consumer_charge_amount_cents,
      ]),
      [
        [109, 100_000],
        [111, 50_000],
        [111, 50_000],
        [113, 640_000],
      ],
    );
    assert.equal((await chargeRequests(testbed))[1]?.description, 'Ducts');
    const more = await server.ask(id, { transaction_description: 111, amount: '0.01' });
    assert.equal(codeOf(more), 'charge_blocked');
  });

  it('follows each to its end, in the list and in the checkout', async () => {
    const { checkoutId: id } = await accepted();
    const first = await server.charge(id, { amount: '1000.00' });
    const second = await server.charge(id, { transaction_description: 111, amount: '500.00' });
    await testbed.sandbox.paymentRequest(first.payment_request_uuid ?? '', 'approve');
    await testbed.sandbox.paymentRequest(second.payment_request_uuid ?? '', 'reject');
    const { status, charges } = await server.view(id);
    assert.equal(status, 'accepted');
    assert.deepEqual(
      charges.map(({ status }) => status),
      ['approved', 'rejected'],
    );
  });

  it('shows the consumer what a deposit is of the order, until the rest is paid', async () => {
    const page = await accepted({ amount: '8400.00' });
    const pay = async (parts: Record<string, unknown>) => {
      const charge = await server.charge(page.checkoutId, parts);
      await testbed.sandbox.paymentRequest(charge.payment_request_uuid ?? '', 'approve');
      const { outcome, amount, order_amount } = as(await page.step(), 'charge_outcome');
      return [outcome, amount, order_amount];
    };
    assert.deepEqual(await pay({ amount: '3000.00' }), ['approved', '3000.00', '8400.00']);
    const rest = { transaction_description: 113, amount: '5400.00' };
    assert.deepEqual(await pay(rest), ['approved', '3000.00', undefined]);
  });

  const project = { transaction_description: 111, amount: '500.00' };

  /** An initial charge that is seen settled. @returns its id at the lender */
  async function settled(id: string, amount: string): Promise<string | null> {
    const { payment_request_uuid: uuid } = await server.charge(id, { amount });
    await testbed.sandbox.paymentRequest(uuid, 'approve');
    await testbed.sandbox.transaction(uuid, 'Transferred');
    assert.equal((await server.charges(id))[0]?.status, 'settled');
    return uuid;
  }

  it('asks for a project charge after a hold that stood when the initial one settled', async () => {
    const page = await accepted();
    const { checkoutId: id } = page;
    const { payment_request_uuid: uuid } = await server.charge(id, { amount: '1000.00' });
    await testbed.sandbox.paymentRequest(uuid, 'approve');
    const application = await testbed.applicationOf(page);
    await testbed.sandbox.application(application, 'suspend');
    await testbed.sandbox.transaction(uuid, 'Transferred');
    assert.equal((await server.charges(id))[0]?.status, 'settled');
    assert.equal(blockerOf(await server.ask(id, project), 'charge_blocked'), 'suspended');
    await testbed.sandbox.application(application, 'release');
    assert.equal((await server.charge(id, project)).status, 'pending');
  });

  it('asks for no project charge during a hold that came after the initial one had settled', async () => {
    const page = await accepted();
    await settled(page.checkoutId, '1000.00');
    await testbed.sandbox.application(await testbed.applicationOf(page), 'suspend');
    const refused = await server.ask(page.checkoutId, project);
    assert.equal(blockerOf(refused, 'charge_blocked'), 'suspended');
    assert.equal(chargesAsked(testbed), 1);
  });

  it('asks for what a refund at the lender alone has left to spend again', async () => {
    const { checkoutId: id } = await accepted();
    const uuid = await settled(id, '8400.00');
    assert.equal(codeOf(await server.ask(id, project)), 'charge_blocked');
    await refundByHand(testbed, uuid);
    assert.equal((await server.view(id)).loan?.available_spend, '500.00');
    assert.equal((await server.charge(id, project)).status, 'pending');
  });

  it('says what a loan for less than the order has to charge, until when, and what it lacks', async () => {
    const page = await accepted({}, '900-10-0002');
    const { checkoutId: id } = page;
    const { amount, loan } = await server.view(id);
    assert.deepEqual(
      [amount, loan?.credit_limit, loan?.available_spend],
      ['8400.00', '7500.00', '7500.00'],
    );
    assert.match(loan?.purchase_window_end_date ?? '', /^2026-/);
    assert.equal(loan?.portal_account_status, 'Invited');
    assert.equal(codeOf(await server.ask(id, { amount: '7500.00' })), 'portal_required');
    await testbed.sandbox.application(await testbed.applicationOf(page), 'activate-portal');
    assert.equal((await server.view(id)).loan?.portal_account_status, 'Active');
    assert.equal(codeOf(await server.ask(id)), 'amount_out_of_range');
    assert.equal((await server.charge(id, { amount: '7500.00' })).status, 'pending');
  });

  it('says of a loan only while there is one', async () => {
    const { checkout_id } = await server.make();
    assert.equal((await server.view(checkout_id)).loan, null);
    const { checkoutId: id } = await accepted();
    assert.notEqual((await server.view(id)).loan, null);
    assert.equal((await server.cancel(id)).loan, null);
  });

  it('charges an order once, whoever asks and however often at once', async () => {
    const page = await accepted();
    const answers = await Promise.all([
      server.ask(page.checkoutId),
      server.ask(page.checkoutId, { amount: '100.00' }),
      page.charge(),
    ]);
    const isMade = (status: number) => status === 201;
    assert.equal(answers.filter(({ status }) => isMade(status)).length, 1);
    assert.equal(chargesAsked(testbed), 1);
    assert.equal(codeOf(await server.ask(page.checkoutId)), 'charge_blocked');
  });

  it('charges an order once over two checkouts of it, at one moment', async () => {
    const order_id = randomUUID();
    const [first, second] = [await accepted({ order_id }), await accepted({ order_id })];
    const at = [first, second, first, second];
    const asked = at.map(({ checkoutId }) => server.ask(checkoutId, { amount: '100.00' }));
    const answers = await Promise.all([...asked, first.charge(), second.charge()]);
    assert.equal(answers.filter(({ status }) => status === 201).length, 1);
    assert.equal(codeOf(await server.ask(second.checkoutId)), 'charge_blocked');
    assert.equal(chargesAsked(testbed), 1);
  });

  it('says by what a charge is blocked', async () => {
    const page = await accepted();
    await server.charge(page.checkoutId, { amount: '100.00' });
    const { body } = await server.ask(page.checkoutId, { amount: '100.00' });
    const { blocked_by, detail } = body as { blocked_by: string; detail: string };
    assert.equal(blocked_by, 'live_charge');
    assert.match(detail, /^The order has a charge/);
  });

  it('lists charges page by page', async () => {
    const { checkoutId: id } = await accepted();
    const made = [];
    for (const amount of ['300.00', '200.00', '100.00']) {
      testbed.bff.tick(1000);
      made.push(await server.charge(id, { transaction_description: 111, amount }));
    }
    const page = async (query: string) =>
      (await server.call('GET', `/checkouts/${id}/charges${query}`)).body as object;
    const [first, second, third] = made;
    assert.deepEqual(await page('?limit=2'), { charges: [first, second], has_more: true });
    const after = `?limit=2&starting_after=${second?.charge_id}`;
    assert.deepEqual(await page(after), { charges: [third], has_more: false });
    for (const query of ['limit=0', 'limit=101', 'limit=x', `starting_after=${randomUUID()}`]) {
      const answer = await server.call('GET', `/checkouts/${id}/charges?${query}`);
      assert.equal(codeOf(answer), 'invalid_request', query);
    }
  });

  it('charges what a page began with a signed order', async () => {
    const { checkoutId } = await acceptedPage(testbed);
    const view = await server.charge(checkoutId, { amount: '8000.00' });
    assert.equal(view.status, 'pending');
  });

  it('asks for nothing without an Idempotency-Key', async () => {
    const { checkoutId: id } = await accepted();
    const body = { transaction_description: 109, amount: '100.00' };
    const answer = await server.call('POST', `/checkouts/${id}/charges`, body);
    assert.equal(codeOf(answer), 'invalid_request');
    assert.deepEqual((answer.body as { errors: object }).errors, {
      'idempotency-key': ['required'],
    });
    assert.equal(chargesAsked(testbed), 0);
  });

  it('asks for what was left out by its name', async () => {
    const { checkoutId } = await acceptedPage(testbed);
    const answer = await server.ask(checkoutId, { transaction_description: undefined });
    assert.deepEqual((answer.body as { errors: object }).errors, {
      transaction_description: ['required'],
    });
  });

  describe('with an Idempotency-Key', () => {
    it('asks once, and answers a repeat with the charge as it stands', async () => {
      const { checkoutId: id } = await accepted();
      const key = randomUUID();
      const parts = { transaction_description: 111, amount: '500.00' };
      const [first, second] = await Promise.all([
        server.charge(id, parts, key),
        server.charge(id, parts, key),
      ]);
      assert.deepEqual(first, second);
      assert.equal(chargesAsked(testbed), 1);
      await testbed.sandbox.paymentRequest(first.payment_request_uuid ?? '', 'reject');
      const third = await server.charge(id, parts, key);
      assert.deepEqual(third, { ...first, status: 'rejected' });
      assert.equal(
        codeOf(await server.ask(id, { ...parts, amount: '1.00' }, key)),
        'idempotency_conflict',
      );
      assert.equal(chargesAsked(testbed), 1);
    });

    it('answers a repeat that came while the first was being asked for', async () => {
      const { checkoutId: id } = await accepted();
      const key = randomUUID();
      testbed.proxy.fail(/^GET .*\/loan-applications\//, 'pass', 'hold');
      const first = server.charge(id, {}, key);
      const second = server.charge(id, {}, key);
      // Where both share one read of the loan, none is held.
      await Promise.race([testbed.proxy.held(1), Promise.all([first, second])]);
      await first;
      testbed.proxy.release();
      assert.deepEqual(await second, await first);
      assert.equal(chargesAsked(testbed), 1);
    });

    it('is good for another checkout again', async () => {
      const [first, second] = [await accepted(), await accepted()];
      const key = randomUUID();
      const parts = { amount: '100.00' };
      const one = await server.charge(first.checkoutId, parts, key);
      const other = await server.charge(second.checkoutId, parts, key);
      assert.notEqual(one.payment_request_uuid, other.payment_request_uuid);
    });

    it('takes up under its id again what came to nothing', async () => {
      const { checkoutId: id } = await accepted();
      const key = randomUUID();
      const parts = { transaction_description: 111, amount: '500.00' };
      testbed.proxy.fail(chargeCall, 503, 503, 503);
      const refused = await server.ask(id, parts, key);
      const stored = async () => {
        const query = testbed.bff.database.query.selectFrom('charges');
        return query.select(['id', 'state']).execute();
      };
      const [before] = await stored();
      assert.ok(refused.status === 201 || codeOf(refused) === 'lender_unavailable');
      testbed.proxy.heal();
      testbed.bff.tick(callLimitMs);
      await server.charges(id);
      const made = await server.charge(id, parts, key);
      assert.equal(made.status, 'pending');
      assert.deepEqual(await stored(), [{ id: before?.id, state: 'pending' }]);
      assert.equal((await chargeRequests(testbed)).length, 1);
    });
  });

  it('settles a charge whose answer was lost, and never asks for it twice', async () => {
    const { checkoutId: id } = await accepted();
    const key = randomUUID();
    const parts = { transaction_description: 111, amount: '500.00' };
    testbed.proxy.fail(chargeCall, 'lose_answer');
    const lost = await server.charge(id, parts, key);
    assert.ok(['working', 'pending'].includes(lost.status));
    const found = await server.charge(id, parts, key);
    assert.equal(found.status, 'pending');
    assert.equal((await chargeRequests(testbed)).length, 1);
    assert.deepEqual(await server.charges(id), [found]);
  });

  it('refuses before the terms, without a Payment Portal, and more than is available', async () => {
    const { checkout_id } = await server.make();
    assert.equal(blockerOf(await server.ask(checkout_id), 'wrong_step'), 'not_accepted');
    const { checkoutId: id } = await accepted();
    const more = await server.ask(id, { amount: '8400.01' });
    assert.equal(codeOf(more), 'amount_out_of_range');
    const nothing = await server.ask(id, { amount: '0' });
    assert.equal(codeOf(nothing), 'invalid_request');
    const refund = await server.ask(id, { transaction_description: 115 });
    assert.equal(codeOf(refund), 'invalid_request');
    assert.equal(chargesAsked(testbed), 0);
  });
});

describe('a BFF that died while its merchant’s server charged', () => {
  it('finds the charge at its next start, and answers the repeat with it', async () => {
    const storage = await makeStorage();
    const testbed = await startTestbed({ isRunning: false, storage });
    const server = new MerchantServer(testbed.bff);
    const { client_token, checkout_id } = await server.make();
    const page = new ShopPage(testbed.bff);
    await page.open({ resume: client_token });
    const { offers } = as(await page.apply({ ssn: '900-10-0001' }), 'offers');
    await page.select(offers[0]?.offer_uuid ?? '');
    await testbed.sandbox.application(await testbed.applicationOf(page), 'accept-terms');
    const key = randomUUID();
    const parts = { transaction_description: 111, amount: '500.00' };
    testbed.proxy.fail(chargeCall, 'lose_answer');
    await server.charge(checkout_id, parts, key);
    const { query } = testbed.bff.database;
    await query.updateTable('charges').set({ state: 'started' }).execute();
    await testbed.bff.close();

    const next = await startTestBff({ lenderUrl: testbed.proxy.url, isRunning: true, storage });
    // On PostgreSQL the due work that was written with the intent has to become due.
    next.tick(10_000);
    await until('the charge', async () => {
      const row = await next.database.query
        .selectFrom('charges')
        .select('state')
        .executeTakeFirstOrThrow();
      return row.state === 'pending' ? true : undefined;
    });
    const again = await new MerchantServer(next).charge(checkout_id, parts, key);
    assert.equal(again.status, 'pending');
    assert.equal(chargesAsked(testbed), 1);
    await next.close();
    await testbed.closeRest();
    await storage.remove();
  });
});
