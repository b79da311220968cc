import { Hono } from 'hono';
import type { Charge, MerchantApi, Seller } from '../merchant-api.ts';
import { messagePage } from '../page.ts';
import type { Store } from '../store.ts';
import { orderPage } from './order-page.ts';

export interface OrderDetailOptions {
  readonly api: MerchantApi;
  readonly store: Store;
  readonly sellers: readonly Seller[];
}

/** Of the others nothing can have gone back. */
const refundable: readonly Charge['status'][] = ['approved', 'settled', 'refunded'];

/** `GET /orders/{id}`: one order, as the lender has it now, and its link as a picture. */
export function orderDetail({ api, store, sellers }: OrderDetailOptions): Hono {
  const app = new Hono();
  app.get('/:id', async (c) => {
    const checkout = await api.readCheckout(c.req.param('id'));
    if (checkout === null) {
      return c.html(messagePage('Not found', 'There is no such order.', 'Orders'), 404);
    }
    store.writeOrder(checkout);
    const { checkout_id: id, charges } = checkout;
    const charged = charges.filter(({ status }) => refundable.includes(status));
    const [events, refunds] = await Promise.all([
      api.listEvents(id),
      Promise.all(charged.map(({ charge_id }) => api.listRefunds(id, charge_id))),
    ]);
    const done = c.req.query('done');
    return c.html(orderPage({ checkout, refunds: refunds.flat(), events, sellers, done }));
  });

  app.get('/:id/qr.svg', async (c) => {
    const picture = await api.readQrCode(c.req.param('id'));
    return c.body(picture, 200, { 'content-type': 'image/svg+xml' });
  });

  return app;
}
