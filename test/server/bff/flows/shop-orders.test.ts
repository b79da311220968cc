import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { sandboxMerchants, sandboxSecretKey } from '../../../../server/config/sandbox-settings.ts';
import { basicAuthHeader } from '../../../../server/platform/http/basic-auth.ts';
import type { Screen } from '../../../../widget/contract/step.ts';
import { CheckoutClient } from '../../../helpers/checkout-client.ts';
import { anExpressShop } from '../../../helpers/express-shop.ts';
import { Sandbox } from '../../../helpers/sandbox.ts';
import { scratchRoot } from '../../../helpers/scratch.ts';
import { type Product, serve } from '../../../helpers/serve.ts';
import { until } from '../../../helpers/until.ts';
import { walkTo } from '../../../helpers/walk-checkout.ts';

describe('a shop whose order has several checkouts', () => {
  let folder: string;
  let product: Product;
  let shop: Awaited<ReturnType<typeof anExpressShop>>;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'soft-pull-shop-'));
    shop = await anExpressShop();
    const file = join(folder, 'merchants.json');
    await writeFile(file, JSON.stringify([{ ...sandboxMerchants('')[0], ...shop.entry }]));
    product = await serve({ root: await scratchRoot(), environment: { MERCHANTS_FILE: file } });
    await shop.start(product.bffUrl);
  });
  after(async () => {
    shop.stop();
    await product?.remove();
    await rm(folder, { recursive: true });
  });

  let people = 0;
  /** A person who takes the checkout of the order's page to a screen. @returns its id */
  const walk = async (page: string, screen: Screen): Promise<string> => {
    const client = new CheckoutClient({
      bffUrl: product.bffUrl,
      origin: new URL(page).origin,
    });
    await client.resume(await shop.clientToken(page));
    people += 1;
    const applicant = { ssn: `900-1${people}-0001`, email: `person-${people}@example.test` };
    await walkTo(screen, { client, sandbox: new Sandbox(product.lendingUrl), applicant });
    return client.id;
  };

  const call = async (method: 'GET' | 'POST', path: string) => {
    const answer = await fetch(`${product.bffUrl}/v1/merchant${path}`, {
      method,
      headers: {
        authorization: basicAuthHeader({ username: sandboxSecretKey, password: '' }),
        ...(method === 'POST' && { 'content-type': 'application/json' }),
      },
      ...(method === 'POST' && { body: '{}' }),
    });
    assert.equal(answer.status, 200);
    return answer.json();
  };

  it('hears of the loan in the second, though the first had come as far before it was cancelled', async () => {
    const page = await shop.order('1000.00');
    await call('POST', `/checkouts/${await walk(page, 'redirect')}/cancel`);
    await shop.reaches(page, 'cancelled');
    await shop.beginAgain(page);
    await walk(page, 'accepted');
    await shop.reaches(page, 'financed');
  });

  it('keeps its loan when another checkout of the order ends', async () => {
    const page = await shop.order('1000.00');
    const first = await walk(page, 'redirect');
    await shop.beginAgain(page);
    await walk(page, 'accepted');
    await shop.reaches(page, 'financed');
    await call('POST', `/checkouts/${first}/cancel`);
    await until('the end is told', async () => {
      const { events } = await call('GET', `/events?checkout_id=${first}&type=checkout.cancelled`);
      return events[0]?.status === 'delivered' ? true : undefined;
    });
    await shop.reaches(page, 'financed');
    await shop.act(page, 'charge');
  });
});
