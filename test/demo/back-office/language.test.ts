import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { en } from '../../../demo/back-office/strings/en.ts';
import { es } from '../../../demo/back-office/strings/es.ts';
import { ledTo, OFFICE, TestOffice } from './office.ts';

const order = '5d0f9f3c-2f3b-4e59-8a54-0c6f9b1c7a11';

describe('the language of the back office', () => {
  let office: TestOffice;
  beforeEach(async () => {
    office = await TestOffice.open({
      bffUrl: 'http://127.0.0.1:1',
      secretKey: 'sk',
      fetch: async () => Response.json({ checkouts: [], has_more: false }),
    });
  });
  afterEach(() => office.close());

  const titleFor = async (accepted: string) => {
    const answer = await office.get('/sign-in', { 'accept-language': accepted });
    const page = await answer.text();
    return [/<html lang="(\w+)">/.exec(page)?.[1], /<h1[^>]*>([^<]+)/.exec(page)?.[1]];
  };

  it('is the browser’s, or English', async () => {
    const spanish = ['es', es.signIn.title];
    const english = ['en', en.signIn.title];
    assert.deepEqual(await titleFor('es'), spanish);
    assert.deepEqual(await titleFor('es-MX,es;q=0.9,en;q=0.8'), spanish);
    assert.deepEqual(await titleFor('fr, es;q=0.5'), spanish);
    assert.deepEqual(await titleFor('en-US,es;q=0.9'), english);
    assert.deepEqual(await titleFor('fr'), english);
    assert.deepEqual(await titleFor(''), english);
  });

  it('is the one that was chosen in the header, whatever the browser’s', async () => {
    const chosen = await office.post('/language', { language: 'es' });
    const [cookie = ''] = chosen.headers.getSetCookie();
    assert.match(cookie, /=es; Max-Age=31536000; Path=\/back-office; HttpOnly; SameSite=Lax$/);
    assert.deepEqual(await titleFor('en'), ['es', es.signIn.title]);
    await office.post('/language', { language: 'xx' });
    assert.deepEqual(await titleFor('en'), ['es', es.signIn.title]);
    await office.post('/language', { language: 'en' });
    assert.deepEqual(await titleFor('es'), ['en', en.signIn.title]);
  });

  it('leads back to the page, and to no other site', async () => {
    const from = async (referer: string) =>
      ledTo(await office.post('/language', { language: 'es' }, OFFICE, { referer }));
    const path = `/orders/${order}/charge?kind=109`;
    assert.equal(await from(`${OFFICE}/back-office${path}`), path);
    for (const foreign of [
      'https://elsewhere.example/back-office/orders/1',
      `${OFFICE}/shop`,
      'back-office/x',
      '',
    ]) {
      assert.equal(await from(foreign), '/orders', foreign);
    }
  });

  it('is that of what an open page reads out', async () => {
    await office.signIn();
    await office.post('/language', { language: 'es' });
    const stream = (await office.get('/live')).body?.getReader();
    const hear = async () => Buffer.from((await stream?.read())?.value ?? []).toString();
    let heard = await hear();
    await office.tell({ checkout_id: order, order_id: null, type: 'checkout.chosen' });
    while (!heard.includes('event: news')) heard += await hear();
    await stream?.cancel();
    assert.ok(heard.includes(es.events['checkout.chosen']), heard);
    assert.ok(heard.includes(es.common.noNumber(order.slice(0, 8))), heard);
  });
});
