import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { Merchant } from '../../../../server/bff/context.ts';
import {
  otherShop,
  shop,
  shopNextKey,
  shopOrigin,
  startTestBff,
  type TestBff,
} from '../../../helpers/bff.ts';
import { LinkPage, tokenOf } from '../../../helpers/link-page.ts';
import { MerchantServer } from '../../../helpers/merchant-server.ts';
import {
  anApplication,
  as,
  askForCheckout,
  codeOf,
  errorsOf,
  ShopPage,
  signedOrder,
  stepOf,
} from '../../../helpers/shop-page.ts';
import { makeStorage, type Storage } from '../../../helpers/storage.ts';
import { acceptedPage, startTestbed, type Testbed } from '../../../helpers/testbed.ts';

const newShop: Merchant = {
  ...otherShop,
  publishable_key: 'pk_test_new',
  secret_key_sha256: [],
  order_secrets: [],
  origins: ['https://new.example'],
};

describe('a list of merchants that changes', () => {
  let storage: Storage;
  let testbed: Testbed;
  let bff: TestBff;
  before(async () => {
    storage = await makeStorage();
    testbed = await startTestbed({ storage });
    bff = testbed.bff;
  });
  after(async () => {
    await testbed.closeRest();
    await storage.remove();
  });
  beforeEach(() => bff.replaceMerchants([shop, otherShop]));

  const preflight = (origin: string) =>
    bff.app.request('/v1/checkouts', {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST' },
    });
  const frame = async ({ publishable_key }: Merchant) => {
    const answer = await bff.app.request(`/v1/frame?merchant=${publishable_key}`);
    const policy = answer.headers.get('content-security-policy') ?? '';
    return {
      status: answer.status,
      ancestors: /frame-ancestors [^;]*/.exec(policy)?.[0],
      text: await answer.text(),
    };
  };
  const isFollowed = async ({ publishable_key }: Merchant) => {
    const row = await bff.database.query
      .selectFrom('due_work')
      .select('key')
      .where('kind', '=', 'follow_settled')
      .where('key', '=', publishable_key)
      .executeTakeFirst();
    return row !== undefined;
  };
  const known = async ({ publishable_key }: Merchant, origin: string) => {
    const path = `/v1/diagnose?merchant=${publishable_key}`;
    return (await bff.app.request(path, { headers: { origin } })).json();
  };

  it('takes a new merchant at once, and follows its settled charges', async () => {
    const [origin = ''] = newShop.origins;
    assert.equal((await preflight(origin)).status, 403);
    assert.equal((await frame(newShop)).status, 404);
    await bff.replaceMerchants([shop, otherShop, newShop]);
    assert.equal((await preflight(origin)).status, 204);
    assert.equal((await frame(newShop)).ancestors, `frame-ancestors 'self' ${origin}`);
    assert.deepEqual(await known(newShop, origin), { merchant_known: true, origin_allowed: true });
    const merchant = newShop.publishable_key;
    const page = new ShopPage(bff, origin);
    const answer = await page.ask({ merchant, amount: '8400.00', return_url: `${origin}/pay` });
    assert.equal(answer.status, 201);
    assert.ok(await isFollowed(newShop));
  });

  it('follows a new merchant also where that could not be written at first', async () => {
    const second = { ...newShop, publishable_key: 'pk_test_second_new' };
    const { schema } = bff.database.query;
    await schema.alterTable('due_work').renameTo('due_work_away').execute();
    try {
      await assert.rejects(bff.replaceMerchants([shop, otherShop, second]));
    } finally {
      await schema.alterTable('due_work_away').renameTo('due_work').execute();
    }
    await bff.replaceMerchants([shop, otherShop, second]);
    assert.ok(await isFollowed(second));
  });

  it('has origins, look, keys and limits of a merchant as they are now', async () => {
    const before = await frame(shop);
    const origins = [shopOrigin, 'https://pay.shop.example'];
    await bff.replaceMerchants([
      {
        ...shop,
        name: 'Test, Sons & Daughters',
        origins,
        secret_key_sha256: shop.secret_key_sha256.slice(0, 1),
        theme: { '--soft-pull-accent': 'rebeccapurple' },
        amounts: { min: '1000.00', max: '2000.00' },
      },
    ]);
    const after = await frame(shop);
    assert.notEqual(after.ancestors, before.ancestors);
    assert.equal(after.ancestors, `frame-ancestors 'self' ${origins.join(' ')}`);
    assert.match(after.text, /rebeccapurple/);
    assert.equal(codeOf(await new MerchantServer(bff, shopNextKey).post()), 'unauthorized');
    assert.equal(codeOf(await askForCheckout(bff)), 'amount_out_of_range');
    const elsewhere = await askForCheckout(bff, { amount: '1500.00' }, 'https://www.shop.example');
    assert.equal(codeOf(elsewhere), 'origin_not_allowed');
  });

  it('issues no link of an amount that is not sold for now, which is no field of that call', async () => {
    const server = new MerchantServer(bff);
    const { checkout_id } = await server.make({ order_id: 'S-8400' });
    await server.cancel(checkout_id);
    await bff.replaceMerchants([{ ...shop, amounts: { min: '1000.00', max: '2000.00' } }]);
    const answer = await server.askLink(checkout_id);
    assert.equal(codeOf(answer), 'amount_out_of_range');
    assert.equal(errorsOf(answer), undefined);
  });

  it('sends a frame whose origins alone have changed with its new headers', async () => {
    const before = await frame(shop);
    await bff.replaceMerchants([{ ...shop, origins: [shopOrigin] }]);
    const after = await frame(shop);
    assert.equal(after.text, before.text);
    assert.equal(after.ancestors, `frame-ancestors 'self' ${shopOrigin}`);
  });

  it('begins nothing for a merchant who is gone, and opens no door to its server', async () => {
    await bff.replaceMerchants([otherShop]);
    assert.equal(codeOf(await askForCheckout(bff)), 'unknown_merchant');
    const order_token = await signedOrder(bff);
    assert.equal(codeOf(await askForCheckout(bff, { order_token })), 'unknown_merchant');
    const message = `/v1/message?merchant=${shop.publishable_key}&amount=8400.00`;
    assert.equal(codeOf(await new ShopPage(bff).call('GET', message)), 'unknown_merchant');
    assert.equal(codeOf(await new MerchantServer(bff).post()), 'unauthorized');
    assert.deepEqual(await known(shop, shopOrigin), {
      merchant_known: false,
      origin_allowed: false,
    });
  });

  it('takes no application for one who is gone, by its page or its link, until it is back', async () => {
    const typing = new ShopPage(bff);
    await typing.open({ order_token: await signedOrder(bff) });
    const linked = new LinkPage(bff);
    await linked.openBy(tokenOf(await new MerchantServer(bff).make()));
    await bff.replaceMerchants([otherShop]);
    for (const page of [typing, linked]) {
      const answer = await page.on('POST', '/application', anApplication());
      assert.equal(codeOf(answer), 'unknown_merchant');
      assert.equal((await page.step()).screen, 'details');
    }
    await bff.replaceMerchants([shop, otherShop]);
    for (const page of [typing, linked]) {
      assert.equal((await page.apply({ ssn: '900-10-0001' })).screen, 'offers');
    }
  });

  it('lets what was applied for go on to its charge, also after a restart', async () => {
    const chosen = new ShopPage(bff);
    await chosen.open({ order_token: await signedOrder(bff) });
    const { offers } = as(await chosen.apply({ ssn: '900-10-0001' }), 'offers');
    const accepted = await acceptedPage(testbed, { order_id: 'S-gone' });
    await bff.replaceMerchants([otherShop]);
    assert.equal((await frame(shop)).status, 200);
    // The page still signs its order, with a key that counts no more.
    const order_token = await signedOrder(bff, { order_id: 'S-gone' });
    const again = await accepted.ask({ order_token, resume: accepted.resume });
    assert.equal(again.status, 200);
    assert.equal((await chosen.select(offers[0]?.offer_uuid ?? '')).screen, 'redirect');

    await bff.close();
    bff = await startTestBff({
      lenderUrl: testbed.proxy.url,
      isRunning: true,
      storage,
      config: { merchants: [otherShop], bffPublicUrl: bff.url },
    });
    const page = new ShopPage(bff);
    page.enter(await page.askToResume(accepted.resume));
    as(stepOf(await page.charge()), 'charge_pending');
    assert.equal(codeOf(await askForCheckout(bff)), 'unknown_merchant');
    const rows = await bff.database.query.selectFrom('merchants_seen').selectAll().execute();
    assert.doesNotMatch(JSON.stringify(rows), /secret|order_keys|[0-9a-f]{64}/);
    await bff.close();
  });
});
