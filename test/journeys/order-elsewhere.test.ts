import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { SignJWT } from 'jose';
import type { Page } from 'playwright-core';
import { sandboxOrderSecret } from '../../server/config/sandbox-settings.ts';
import { en } from '../../widget/strings/en.ts';
import { CheckoutClient } from '../helpers/checkout-client.ts';
import { CheckoutPage } from './models/checkout-page.ts';
import { journey } from './models/journey.ts';

describe('an order that was applied for in another browser', () => {
  const here = journey();

  const signed = (order_id: string, claims: Record<string, unknown> = {}) =>
    new SignJWT({ amount: '8400.00', order_id, ...claims })
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuer('pk_sandbox_hillside')
      .setAudience(here.product.bffUrl)
      .setJti(randomUUID())
      .setIssuedAt()
      .setExpirationTime('14 minutes')
      .sign(new TextEncoder().encode(sandboxOrderSecret));

  /** The first browser, of which this one knows nothing: in the frame, as the page's is. */
  async function applied(order: string): Promise<CheckoutClient> {
    const { bffUrl } = here.product;
    const client = new CheckoutClient({ bffUrl, origin: here.product.demoUrl });
    await client.open({ order_token: await signed(order) });
    assert.equal((await client.apply()).screen, 'offers');
    return client;
  }

  async function opened(token: string): Promise<{ page: Page; checkout: CheckoutPage }> {
    const { demoUrl, bffUrl } = here.product;
    const context = await here.browser.newContext();
    await context.grantPermissions(['local-network-access']);
    const page = await context.newPage();
    await page.route(`${demoUrl}/host`, (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<!doctype html><html lang="en"><title>Host</title>
          <script type="module" src="${bffUrl}/v1/soft-pull-checkout.js"></script>
          <soft-pull-checkout merchant="pk_sandbox_hillside" order-token="${token}"
            isolation="inline"></soft-pull-checkout></html>`,
      }),
    );
    await page.goto(`${demoUrl}/host`);
    return { page, checkout: new CheckoutPage(page, en, 'inline') };
  }

  it('goes on where its merchant vouches for the buyer', async () => {
    const order = randomUUID();
    await applied(order);
    const { page, checkout } = await opened(await signed(order, { resume: true }));
    await checkout.at('offers');
    assert.ok((await checkout.offers.count()) > 0);
    await page.context().close();
  });

  it('says so where nobody vouches, and begins all the same at a press', async () => {
    const order = randomUUID();
    await applied(order);
    const { page, checkout } = await opened(await signed(order));
    const { title, text } = en.common.problems.order_in_use;
    await checkout.inside.getByText(title).waitFor();
    await checkout.inside.getByText(text).waitFor();
    await checkout.inside.getByRole('button', { name: en.common.startAgain }).click();
    await checkout.at('details');
    await checkout.form.field('first_name').waitFor();
    await page.context().close();
  });
});
