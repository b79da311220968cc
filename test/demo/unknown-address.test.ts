import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Hono } from 'hono';
import { aShop, SHOP } from './demo-shop.ts';

describe('an address of the shop that leads nowhere', () => {
  it('is a page with a title, a heading and a way back to a browser', async () => {
    const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
    const answer = await aShop().request('/no-such-page', { headers: { accept } });
    const page = await answer.text();
    assert.equal(answer.status, 404);
    assert.match(page, /<html lang="en">/);
    assert.match(page, /<title>Page not found – Hillside/);
    assert.match(page, /<h1>Page not found<\/h1>/);
    assert.match(page, /<a href="\/">Back to the shop<\/a>/);
    assert.match(answer.headers.get('content-security-policy') ?? '', /default-src 'none'/);
  });

  for (const [asked, leadsTo] of [
    ['/docs/', '/docs'],
    ['/docs/server/?x=%2F', '/docs/server?x=%2F'],
    ['/back-office/', '/back-office'],
    ['//evil.example/', '//evil.example'],
    ['//', '/'],
  ] as const) {
    it(`is the one without the slash at the end, here: ${asked}`, async () => {
      const backOffice = new Hono().all('*', (c) => c.notFound());
      const answer = await aShop({ backOffice }).request(`${SHOP}${asked}`);
      assert.equal(answer.headers.get('location'), `${SHOP}${leadsTo}`);
    });
  }

  it('is a word to whoever asks for no page', async () => {
    const answer = await aShop().request('/assets/none.css', { headers: { accept: '*/*' } });
    assert.equal(answer.status, 404);
    assert.match(answer.headers.get('content-type') ?? '', /^text\/plain/);
  });
});
