import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { loadCheckout } from '../../../server/bff/store/checkouts.ts';
import { shop, shopKey } from '../../helpers/bff.ts';
import { MerchantServer } from '../../helpers/merchant-server.ts';
import { acceptedPage, startTestbed, type Testbed } from '../../helpers/testbed.ts';
import { fieldOf, ledTo, TestOffice } from './office.ts';

describe('the forms of an order in the back office', () => {
  let testbed: Testbed;
  let server: MerchantServer;
  let office: TestOffice;
  before(async () => {
    const users = [{ user_id: 'hillside-rep-2', name: 'Jamie Field', role: 'Salesrep' }];
    testbed = await startTestbed({ config: { merchants: [{ ...shop, users }] } });
    server = new MerchantServer(testbed.bff);
  });
  after(() => testbed.close());
  beforeEach(async () => {
    office = await TestOffice.open({ bffUrl: testbed.bff.url, secretKey: shopKey });
    await office.signIn();
  });
  afterEach(() => office.close());

  const checkoutOf = (order_id: string) => server.make({ order_id, amount: '8400.00' });

  /** Whatever it sends is done, and the answer lost. */
  async function lossyOffice(): Promise<TestOffice> {
    const lossy = await TestOffice.open({
      bffUrl: testbed.bff.url,
      secretKey: shopKey,
      fetch: async (url, init) => {
        const answer = await fetch(url, init);
        if (init?.method === 'POST') throw new Error('the answer was lost');
        return answer;
      },
    });
    await lossy.signIn();
    return lossy;
  }

  it('makes one sale of a form that is sent twice, with a link and its code', async () => {
    const form = await office.page('/sales/new');
    const sent = {
      order: fieldOf(form, 'order'),
      key: fieldOf(form, 'key'),
      amount: '$7,350',
      description: 'Heat pump, installed',
      seller: 'hillside-rep-2',
      offer_code: 'SPRING-24',
      customer_language: 'es',
    };
    const [first, again] = [
      await office.post('/sales/new', sent),
      await office.post('/sales/new', sent),
    ];
    assert.equal(ledTo(first), ledTo(again));
    const [, path = '', id = ''] = /^(\/orders\/(.*))\?done=sale$/.exec(ledTo(first)) ?? [];
    const { order_id, amount, sold_by, offer_code, url } = await server.view(id);
    assert.deepEqual(
      [order_id, amount, sold_by, offer_code],
      [sent.order, '7350.00', 'hillside-rep-2', 'SPRING-24'],
    );
    assert.equal((await loadCheckout(testbed.bff.database.query, id))?.locale, 'es');
    assert.equal(fieldOf(await office.page(path), 'link-of-customer'), url);
    const picture = await office.get(`${path}/qr.svg`);
    assert.equal(picture.headers.get('content-type'), 'image/svg+xml');
    assert.match(await picture.text(), /^<svg/);
  });

  it('says what is wrong with a sale, and keeps what was typed', async () => {
    const sent = {
      order: 'HS-1',
      key: 'k',
      amount: '12',
      description: 'A filter',
      seller: 'hillside-rep-2',
      offer_code: 'SPRING-24',
      customer_language: 'es',
    };
    const refused = await office.post('/sales/new', sent);
    assert.equal(refused.status, 409);
    const page = await refused.text();
    assert.match(page, /role="alert">/);
    for (const name of ['amount', 'description', 'order', 'offer_code'] as const) {
      assert.equal(fieldOf(page, name), sent[name]);
    }
    const chosen = [...page.matchAll(/<option value="([^"]*)"[^>]* selected/g)].map(([, id]) => id);
    assert.deepEqual(chosen, ['es', 'hillside-rep-2']);
  });

  it('issues a link again, and says why not where there is none', async () => {
    const { checkout_id } = await checkoutOf('L-2');
    const before = (await server.view(checkout_id)).url;
    const issued = await office.post(`/orders/${checkout_id}/link`, { key: 'link-1' });
    assert.equal(ledTo(issued), `/orders/${checkout_id}?done=link`);
    assert.notEqual((await server.view(checkout_id)).url, before);
    const { checkoutId } = await acceptedPage(testbed, { order_id: 'L-3' });
    const refused = await office.post(`/orders/${checkoutId}/link`, { key: 'link-2' });
    assert.equal(refused.status, 409);
    assert.match(await refused.text(), /The order was begun in the shop/);
  });

  it('charges once however often a form is sent', async () => {
    const { checkoutId } = await acceptedPage(testbed, { order_id: 'C-1' });
    const form = await office.page(`/orders/${checkoutId}/charge?kind=109`);
    assert.equal(fieldOf(form, 'amount'), '8400.00');
    const sent = { kind: '109', amount: '$2,500', note: '', key: fieldOf(form, 'key') };
    for (let times = 0; times < 2; times += 1) {
      const answer = await office.post(`/orders/${checkoutId}/charge`, sent);
      assert.equal(ledTo(answer), `/orders/${checkoutId}?done=charge`);
    }
    const { charges } = await server.view(checkoutId);
    assert.deepEqual(
      charges.map(({ amount, status }) => [amount, status]),
      [['2500.00', 'pending']],
    );
    assert.match(
      await office.page(`/orders/${checkoutId}`),
      /The first charge waits for the customer/,
    );
  });

  it('says why the lender refuses, and begins again under another key', async () => {
    const { checkoutId } = await acceptedPage(testbed, { order_id: 'C-2' });
    const key = 'the-first-key';
    const path = `/orders/${checkoutId}/charge`;
    const answer = await office.post(path, { kind: '109', amount: '99,999.00', key });
    assert.equal(answer.status, 409);
    const page = await answer.text();
    assert.match(page, /role="alert">The amount is outside what may be asked for/);
    assert.equal(fieldOf(page, 'amount'), '99,999.00');
    assert.notEqual(fieldOf(page, 'key'), key);
    const wrong = await office.post(path, { kind: '109', amount: 'a lot', key });
    assert.equal(wrong.status, 400);
    assert.match(await wrong.text(), /role="alert">Write an amount in dollars/);
  });

  it('keeps the key of what got no answer', async () => {
    const { checkoutId } = await acceptedPage(testbed, { order_id: 'C-3' });
    const lossy = await lossyOffice();
    const sent = { kind: '109', amount: '8400', key: 'kept' };
    const answer = await lossy.post(`/orders/${checkoutId}/charge`, sent);
    assert.equal(answer.status, 409);
    const page = await answer.text();
    assert.match(page, /It may have been done/);
    assert.equal(fieldOf(page, 'key'), 'kept');
    await lossy.close();
    await office.post(`/orders/${checkoutId}/charge`, sent);
    assert.equal((await server.view(checkoutId)).charges.length, 1);
  });

  it('does once what got no answer, or was done before, however the form is pressed again', async () => {
    const { checkoutId } = await acceptedPage(testbed, { order_id: 'C-7' });
    const lossy = await lossyOffice();
    const charge = { path: `/orders/${checkoutId}/charge`, kind: '111', note: '' };
    const sale = { path: '/sales/new', description: 'A heat pump' };
    const changed = { amount: '900' };
    for (const { path, refused, ...form } of [
      { ...charge, refused: { amount: '0' } },
      { ...sale, refused: { description: 'A\theat pump' } },
    ]) {
      for (const { key, first, presses } of [
        { key: 'lost', first: lossy, presses: [refused, changed, refused, changed] },
        { key: 'done', first: office, presses: [changed, refused, changed] },
      ]) {
        const sent = { ...form, order: `AGAIN-${key}`, amount: '800', key };
        let page = await (await first.post(path, sent)).text();
        for (const press of presses) {
          const keys = { key: fieldOf(page, 'key') || key, used: fieldOf(page, 'used') };
          page = await (await office.post(path, { ...sent, ...press, ...keys })).text();
          const says = press === changed ? 'This form was sent before' : 'Something in the form';
          assert.ok(page.includes(`role="alert">${says}`), `${path}, ${key}: ${says}`);
        }
        assert.equal(fieldOf(page, 'key'), key);
      }
    }
    await lossy.close();
    assert.equal((await server.view(checkoutId)).charges.length, 2);
    const list = await office.page('/orders?q=AGAIN');
    assert.equal(list.match(/<tr data-order=/g)?.length, 2);
  });

  it('cancels an order, raises a limit, and says of both why not', async () => {
    const { checkoutId } = await acceptedPage(testbed, {
      order_id: 'C-4',
      amount: '5000.00',
      selected_amount: '5000.00',
    });
    const raised = await office.post(`/orders/${checkoutId}/limit`, { amount: '5500', key: 'l-1' });
    assert.equal(ledTo(raised), `/orders/${checkoutId}?done=limit`);
    const twice = await office.post(`/orders/${checkoutId}/limit`, { amount: '5600', key: 'l-2' });
    assert.match(await twice.text(), /The limit was raised before/);
    const cancelled = await office.post(`/orders/${checkoutId}/cancel`, { key: 'c-1' });
    assert.equal(ledTo(cancelled), `/orders/${checkoutId}?done=cancel`);
    const page = await office.page(`/orders/${checkoutId}`);
    assert.match(page, /<span>First charge, [^<]*Cancel the order<\/span> The order is canceled\./);
  });

  it('resolves nothing that is clear, and sends again what failed', async () => {
    const { checkoutId: id } = await acceptedPage(testbed, { order_id: 'C-6' });
    const { charge_id, payment_request_uuid: number } = await server.charge(id);
    const form = `/orders/${id}/resolve?charge=${charge_id}`;
    for (const answer of ['there', 'not_there']) {
      const refused = await office.post(form, { key: answer, answer, number: number ?? '' });
      assert.equal(refused.status, 409);
      assert.match(await refused.text(), /role="alert">How it stands is known/);
    }
    assert.match(await office.page('/webhooks/failed'), /No webhook has failed/);
    for (let times = 0; times < 2; times += 1) {
      const sent = await office.post('/webhooks/failed', { key: 'all-of-it', days: '7' });
      assert.equal(ledTo(sent), '/webhooks/failed?resent=0');
    }
  });
});
