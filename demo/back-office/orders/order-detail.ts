import { Hono } from 'hono';
import { localeOf } from '../locale.ts';
import type { MerchantApi } from '../merchant-api.ts';
import type { Charge, Seller } from '../merchant-api-types.ts';
import { messagePage } from '../page.ts';
import type { Store } from '../store.ts';
import { orderPage } from './order-page.ts';

export interface OrderDetailOptions {
  readonly api: MerchantApi;
  readonly store: Store;
  readonly sellers: readonly Seller[];
}

/** Of the others nothing was asked back. */
const refundable: readonly Charge['status'][] = [
  'approved',
  'settled',
  'held',
  'refunded',
  'reversed',
  'failed',
];

/** `GET /orders/{id}`: one order, as the lender has it now, and its link as a picture. */
export function orderDetail({ api, store, sellers }: OrderDetailOptions): Hono {
  const app = new Hono();
  app.get('/:id', async (c) => {
    const locale = localeOf(c);
    const checkout = await api.readCheckout(c.req.param('id'));
    if (checkout === null) {
      store.forgetOrder(c.req.param('id'));
      const { notFound, noOrder } = locale.strings.trouble;
      const message = { title: notFound, text: noOrder, section: 'orders' } as const;
      return c.html(messagePage(message, locale), 404);
    }
    store.writeOrder(checkout);
    const { checkout_id: id, charges } = checkout;
    const charged = charges.filter(({ status }) => refundable.includes(status));
    const [events, refunds] = await Promise.all([
      api.listEvents(id),
      Promise.all(charged.map(({ charge_id }) => api.listRefunds(id, charge_id))),
    ]);
    const done = c.req.query('done');
    const view = { checkout, refunds: refunds.flat(), events, sellers, done };
    return c.html(orderPage(view, locale));
  });

  app.get('/:id/qr.svg', async (c) => {
    const picture = await api.readQrCode(c.req.param('id'));
    return c.body(picture, 200, { 'content-type': 'image/svg+xml' });
  });

  return app;
}
