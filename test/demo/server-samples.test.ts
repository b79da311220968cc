import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { decodeJwt } from 'jose';
import { sampleOf } from '../helpers/docs-samples.ts';
import { aShop, ORDER_SECRET } from './demo-shop.ts';

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
});
