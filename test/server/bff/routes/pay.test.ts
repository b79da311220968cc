import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { shopOrigin, startTestBff, type TestBff } from '../../../helpers/bff.ts';
import { tokenOf } from '../../../helpers/link-page.ts';
import { MerchantServer } from '../../../helpers/merchant-server.ts';

describe('GET /pay', () => {
  let bff: TestBff;
  before(async () => {
    bff = await startTestBff();
  });
  after(() => bff.close());

  it('is framed by nobody, loads nothing of others and is kept nowhere', async () => {
    const page = await bff.app.request('/pay');
    assert.equal(page.status, 200);
    const headers = Object.fromEntries(page.headers);
    assert.equal(headers['x-frame-options'], 'DENY');
    assert.equal(headers['cache-control'], 'no-store');
    assert.equal(headers['referrer-policy'], 'no-referrer');
    assert.equal(headers['cross-origin-opener-policy'], 'same-origin');
    const policy = headers['content-security-policy']?.split('; ') ?? [];
    const style = policy.find((each) => each.startsWith('style-src'));
    assert.match(style ?? '', /^style-src 'sha256-[\w+/=]{44}'$/);
    assert.deepEqual(
      policy.filter((each) => each !== style),
      [
        "default-src 'none'",
        "script-src 'self'",
        "frame-src 'self'",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
      ],
    );
    const html = await page.text();
    assert.doesNotMatch(html, /https?:|<script>| on\w+=/);
    for (const [, path] of html.matchAll(/src="([^"]+)"/g)) {
      assert.equal((await bff.app.request(path ?? '')).status, 200, path);
    }
  });

  it('is told what it shows by its own origin alone', async () => {
    const link = tokenOf(await new MerchantServer(bff).make());
    const ask = async (headers: Record<string, string>) => {
      const body = JSON.stringify({ link });
      const sent = { 'content-type': 'application/json', ...headers };
      return (await bff.app.request('/v1/pay', { method: 'POST', headers: sent, body })).status;
    };
    assert.equal(await ask({ origin: new URL(bff.url).origin }), 200);
    assert.equal(await ask({ origin: shopOrigin }), 403);
    assert.equal(await ask({ origin: 'null' }), 403);
    assert.equal(await ask({}), 403);
  });

  it('has its token in no log', async () => {
    const link = tokenOf(await new MerchantServer(bff).make());
    await bff.app.request('/v1/pay', {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: new URL(bff.url).origin },
      body: JSON.stringify({ link }),
    });
    assert.ok(!bff.logged.join('').includes(link));
  });
});
