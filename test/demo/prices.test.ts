import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sizes } from '../../demo/catalog.ts';
import { aShop, BFF } from './demo-shop.ts';

describe('GET /prices', () => {
  it('has a message beside every price, and loads no checkout', async () => {
    const page = await (await aShop().request('/prices')).text();
    assert.equal(page.match(/<soft-pull-message/g)?.length, sizes.length);
    assert.match(page, /amount="7350\.00"\s+href="\/new\?size=2-ton"/);
    assert.match(page, new RegExp(`src="${BFF}/v1/soft-pull-message.js"`));
    assert.doesNotMatch(page, /soft-pull-checkout/);
  });

  it('says what the lines are, and leads back to the docs', async () => {
    const page = await (await aShop().request('/prices')).text();
    assert.match(page, /its lowest monthly payment/);
    assert.match(page, /<a href="\/docs#message">/);
    assert.match(await (await aShop().request('/docs')).text(), /id="message"/);
  });

  it('leads to an order of the size', async () => {
    const answer = await aShop().request('/new?size=4-ton');
    assert.match(answer.headers.get('location') ?? '', /&size=4-ton$/);
    const unknown = await aShop().request('/new?size=9-ton');
    assert.doesNotMatch(unknown.headers.get('location') ?? '', /size=/);
  });
});
