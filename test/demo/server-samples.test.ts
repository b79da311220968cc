import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { before, describe, it, mock } from 'node:test';
import { decodeJwt, jwtVerify } from 'jose';
import { sampleOf } from '../helpers/docs-samples.ts';
import { until } from '../helpers/until.ts';
import { aShop, BFF, ORDER_SECRET } from './demo-shop.ts';

/** Runs a sample as a module, with packages found from here. */
async function run(sample: string): Promise<Record<string, unknown>> {
  const found = sample.replace("from 'jose'", `from '${import.meta.resolve('jose')}'`);
  return import(`data:text/javascript,${encodeURIComponent(found)}`);
}

describe('the samples of /docs/server', () => {
  let page: string;
  before(async () => {
    page = await (await aShop().request('/docs/server')).text();
  });

  it('sign a token that is accepted, also when the second turns meanwhile', async () => {
    process.env.ORDER_SECRET = ORDER_SECRET;
    const sample = sampleOf(page, 'JavaScript, order token');
    const { orderToken } = await run(`${sample}\nexport { orderToken };`);
    const { iat = 0, exp = 0 } = decodeJwt(orderToken as string);
    // The library reads the clock for each of them.
    assert.ok(exp + 1 - iat <= 15 * 60);
  });

  it('sign the same in PHP, where it is installed', async (t) => {
    const sample = sampleOf(page, 'PHP, the same without a library');
    const env = { PATH: process.env.PATH, ORDER_SECRET };
    const { error, stdout } = spawnSync('php', { env, input: `${sample}\necho $orderToken;` });
    if (error) return t.skip('there is no PHP');
    const verified = await jwtVerify(String(stdout), Buffer.from(ORDER_SECRET), {
      issuer: 'pk_sandbox_hillside',
      audience: BFF,
    });
    const { iat = 0, exp = 0, jti, amount, order_id } = verified.payload;
    assert.ok(exp + 1 - iat <= 15 * 60);
    assert.match(jti ?? '', /^[0-9a-f]{32}$/);
    assert.deepEqual([amount, order_id], ['8400.00', '1001']);
  });

  it('set a new order token once, and again only when that one has worked for a while', async (t) => {
    const checkout = Object.assign(new EventTarget(), { orderToken: '' });
    let asked = 0;
    mock.timers.enable({ apis: ['Date'], now: 1_000_000 });
    t.after(() => mock.timers.reset());
    t.mock.method(globalThis, 'fetch', async () => new Response(`token-${++asked}`));
    Object.assign(globalThis, { document: { querySelector: () => checkout } });
    t.after(() => Reflect.deleteProperty(globalThis, 'document'));
    await run(sampleOf(page, 'JavaScript, a new order token'));
    const tell = (type: string, fields: object) =>
      checkout.dispatchEvent(Object.assign(new Event(type), fields));
    const refuse = () => tell('soft-pull-error', { code: 'order_invalid' });
    const isSet = (token: string) =>
      until(token, async () => (checkout.orderToken === token ? true : undefined));

    refuse();
    await isSet('token-1');
    for (let times = 0; times < 3; times += 1) refuse();
    tell('soft-pull-error', { code: 'network' });
    assert.equal(asked, 1);
    mock.timers.tick(14 * 60_000);
    refuse();
    await isSet('token-2');
    tell('soft-pull-step-change', { step: 'offers' });
    assert.equal(asked, 2);
    tell('soft-pull-step-change', { step: 'expired' });
    await isSet('token-3');
    refuse();
    assert.equal(asked, 3);
  });
});
