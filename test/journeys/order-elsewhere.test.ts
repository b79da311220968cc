import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { en } from '../../widget/strings/en.ts';
import { CheckoutClient } from '../helpers/checkout-client.ts';
import { journey } from './models/journey.ts';
import { openOrderPage, signedOrder } from './models/order-page.ts';

describe('an order that was applied for in another browser', () => {
  const here = journey();

  const signed = (order: string, claims?: Record<string, unknown>) =>
    signedOrder(here, order, claims);

  /** The first browser, of which this one knows nothing: in the frame, as the page's is. */
  async function applied(order: string): Promise<CheckoutClient> {
    const { bffUrl } = here.product;
    const client = new CheckoutClient({ bffUrl, origin: here.product.demoUrl });
    await client.open({ order_token: await signed(order) });
    assert.equal((await client.apply()).screen, 'offers');
    return client;
  }

  it('goes on where its merchant vouches for the buyer', async () => {
    const order = randomUUID();
    await applied(order);
    const { page, checkout } = await openOrderPage(here, await signed(order, { resume: true }));
    await checkout.at('offers');
    assert.ok((await checkout.offers.count()) > 0);
    await page.context().close();
  });

  it('says so where nobody vouches, and begins all the same at a press', async () => {
    const order = randomUUID();
    await applied(order);
    const { page, checkout } = await openOrderPage(here, await signed(order));
    const { title, text } = en.common.problems.order_in_use;
    await checkout.text(title).waitFor();
    await checkout.text(text).waitFor();
    await checkout.inside.getByRole('button', { name: en.common.startAgain }).click();
    await checkout.at('details');
    await checkout.form.field('first_name').waitFor();
    await page.context().close();
  });
});
