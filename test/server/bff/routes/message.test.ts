import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { defaultRateSheet } from '../../../../server/lending/domain/offers/default-rate-sheet.ts';
import { messageSchema } from '../../../../widget/contract/public-information.ts';
import { otherOrigin, otherShop, shop, shopOrigin } from '../../../helpers/bff.ts';
import { codeOf, type PageAnswer, ShopPage } from '../../../helpers/shop-page.ts';
import { startTestbed, type Testbed } from '../../../helpers/testbed.ts';

const rateSheet = /^GET .*\/rate-sheets\//;
const tenMinutesMs = 600_000;

describe('GET /v1/message', () => {
  let testbed: Testbed;
  before(async () => {
    const merchants = [shop, { ...otherShop, amounts: { min: '700.00', max: '9000.00' } }];
    testbed = await startTestbed({ isRunning: false, config: { merchants } });
  });
  after(() => testbed.close());

  const ask = (query: Record<string, string>, origin = shopOrigin): Promise<PageAnswer> => {
    const all = new URLSearchParams({ merchant: shop.publishable_key, ...query });
    return new ShopPage(testbed.bff, origin).call('GET', `/v1/message?${all}`);
  };
  const select = async (...codes: string[]) => {
    const chosen = defaultRateSheet.filter(({ product_code }) => codes.includes(product_code));
    const product_ids = chosen.map(({ product_id }) => product_id);
    const body = { request_user_id: 'hillside-admin', product_ids };
    await testbed.lending.call('PATCH', '/api/v1/sponsor/merchants/rate-sheets/', { body });
  };
  const reads = () => testbed.proxy.passed.filter((call) => rateSheet.test(call)).length;

  it('says the lowest payment of the merchant’s products, with its terms beside it', async () => {
    const answer = await ask({ amount: '10000' });
    const message = messageSchema.parse(answer.body);
    assert.deepEqual(
      [message.monthly_payment, message.apr, message.term_months, message.product_name],
      ['132.10', '9.99', 120, '120-month loan at a reduced rate'],
    );
    assert.match(message.disclosure, /^For \$10,000\.00 with no down payment: 119 monthly/);
    assert.match(message.disclosure, /payments of \$132\.10 and a last one of \$131\.16/);
    assert.match(message.disclosure, /annual percentage rate \(APR\) of 9\.99%/);
    assert.match(message.disclosure, /Subject to credit approval/);
    assert.equal(answer.headers.get('cache-control'), 'private, max-age=300');
  });

  it('speaks Spanish', async () => {
    const { disclosure } = messageSchema.parse((await ask({ amount: '10000', locale: 'es' })).body);
    assert.match(disclosure, /tasa de porcentaje anual \(APR\) fija de 9\.99%/);
  });

  it('says nothing where the merchant has nothing for the amount', async () => {
    for (const amount of ['10.00', '999999.00']) {
      const answer = await ask({ amount });
      assert.deepEqual([answer.status, answer.body], [204, undefined]);
    }
  });

  it('says nothing of an amount that the lender approves for nobody', async () => {
    assert.equal((await ask({ amount: '50000' })).status, 200);
    assert.equal((await ask({ amount: '50000.01' })).status, 204);
  });

  it('says nothing of an amount that the merchant’s checkout would refuse', async () => {
    const merchant = otherShop.publishable_key;
    const statuses = [];
    for (const amount of ['699.99', '700', '9000', '9000.01']) {
      statuses.push((await ask({ merchant, amount }, otherOrigin)).status);
    }
    assert.deepEqual(statuses, [204, 200, 200, 204]);
  });

  it('is for the merchant’s own pages', async () => {
    assert.equal(codeOf(await ask({ amount: '10000' }, otherOrigin)), 'origin_not_allowed');
    assert.equal(codeOf(await ask({ merchant: 'pk_nobody', amount: '1' })), 'unknown_merchant');
  });

  for (const query of [{}, { amount: 'much' }, { amount: '10000', locale: 'fr' }]) {
    it(`refuses ${JSON.stringify(query)}`, async () => {
      assert.equal(codeOf(await ask(query as Record<string, string>)), 'invalid_request');
    });
  }

  it('reads the rate sheet once in ten minutes, however many ask', async () => {
    testbed.bff.tick(tenMinutesMs);
    const before = reads();
    await Promise.all([ask({ amount: '700' }), ask({ amount: '800' }), ask({ amount: '900' })]);
    testbed.bff.tick(tenMinutesMs - 1);
    await ask({ amount: '700' });
    assert.equal(reads(), before + 1);
    testbed.bff.tick(1);
    await ask({ amount: '700' });
    assert.equal(reads(), before + 2);
  });

  it('reads it again by a clock that was set back', async () => {
    await ask({ amount: '10000' });
    const before = reads();
    testbed.bff.tick(-tenMinutesMs);
    await ask({ amount: '10000' });
    assert.equal(reads(), before + 1);
  });

  it('names no product beyond what those whom it serves are approved for', async () => {
    await select('STD-60-1299', 'NP-84-1799');
    testbed.bff.tick(tenMinutesMs);
    const terms = [];
    for (const amount of ['7500', '7500.01']) {
      terms.push(messageSchema.parse((await ask({ amount })).body).term_months);
    }
    assert.deepEqual(terms, [84, 60]);
  });

  it('says that the lender cannot be read, and asks it again next time', async () => {
    testbed.bff.tick(tenMinutesMs);
    testbed.proxy.fail(rateSheet, 500, 500, 500);
    assert.equal(codeOf(await ask({ amount: '700' })), 'lender_unavailable');
    testbed.proxy.heal();
    assert.equal((await ask({ amount: '700' })).status, 200);
  });
});
