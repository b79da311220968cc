// The server of a shop that sells on credit, in Express: what a merchant's developer writes after
// reading the docs. `merchant-api.d.ts` is what openapi-typescript makes of the BFF's /v1/openapi.json.
import { Buffer } from 'node:buffer';
import express from 'express';
import createClient from 'openapi-fetch';
import { Webhook } from 'standardwebhooks';
import type { components, paths } from './merchant-api.d.ts';

function setting(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`Set ${name}.`);
  return value;
}

const port = Number(setting('PORT'));
const bffUrl = setting('BFF_URL');
const shopUrl = setting('SHOP_URL');
const publishableKey = setting('PUBLISHABLE_KEY');
const secretKey = setting('SECRET_KEY');
const webhookSecret = setting('WEBHOOK_SECRET');

type Event = components['schemas']['Webhook'];

interface Order {
  readonly id: string;
  readonly amount: string;
  /** How many it has had: the next one needs a key of its own. */
  checkouts: number;
  /** The newest one, or that of the loan. */
  checkoutId: string;
  clientToken: string;
  chargeId: string | null;
  state: 'open' | 'financed' | 'paid' | 'refunded' | 'cancelled';
}

const stateAfter: Readonly<Partial<Record<Event['type'], Order['state']>>> = {
  'checkout.accepted': 'financed',
  'checkout.cancelled': 'cancelled',
  'charge.approved': 'paid',
  'charge.refunded': 'refunded',
  'refund.pending': 'refunded',
};

const credentials = Buffer.from(`${secretKey}:`).toString('base64');
const api = createClient<paths>({
  baseUrl: bffUrl,
  headers: { authorization: `Basic ${credentials}` },
});
const webhook = new Webhook(webhookSecret);
const orders = new Map<string, Order>();
/** What was told last, by checkout: an older one changes nothing. */
const versions = new Map<string, number>();
const taken = new Set<string>();
const shop = express();

// Before express.json(): what it parses cannot be verified any more.
shop.post('/hooks', express.raw({ type: 'application/json' }), (request, response) => {
  let event: Event;
  try {
    event = webhook.verify(request.body, request.headers as Record<string, string>) as Event;
  } catch {
    response.sendStatus(400);
    return;
  }
  // The same event may come twice.
  const id = String(request.headers['webhook-id']);
  if (!taken.has(id)) take(event);
  taken.add(id);
  response.sendStatus(204);
});
shop.use(express.json());

function take({ type, data }: Event): void {
  const order = orders.get(data.order_id ?? '');
  const { checkout_id, version } = data;
  if (order === undefined || version <= (versions.get(checkout_id) ?? 0)) return;
  versions.set(checkout_id, version);
  // There may be a loan in a checkout that the consumer had open elsewhere.
  if (type === 'checkout.accepted' && order.state === 'open') order.checkoutId = checkout_id;
  // What ends another checkout of the order does not end the order.
  if (checkout_id !== order.checkoutId) return;
  order.chargeId = data.charge_id ?? order.chargeId;
  order.state = stateAfter[type] ?? order.state;
}

shop.post('/orders', async (request, response) => {
  const order: Order = {
    id: `E-${orders.size + 1}`,
    amount: String(request.body.amount),
    checkouts: 0,
    checkoutId: '',
    clientToken: '',
    chargeId: null,
    state: 'open',
  };
  const code = await openCheckout(order);
  if (code === undefined) orders.set(order.id, order);
  response.status(code === undefined ? 201 : 502).json({ id: order.id, code });
});

/** @returns why there is none */
async function openCheckout(order: Order): Promise<string | undefined> {
  const { id, amount, checkouts } = order;
  const { data, error } = await api.POST('/v1/merchant/checkouts', {
    params: { header: { 'idempotency-key': `order-${id}-${checkouts + 1}` } },
    body: { amount, order_id: id, return_url: `${shopUrl}/orders/${id}` },
  });
  if (error) return error.code;
  order.checkouts = checkouts + 1;
  order.checkoutId = data.checkout_id;
  order.clientToken = data.client_token;
  order.state = 'open';
  return undefined;
}

// What the page asks for when its checkout has ended.
shop.post('/orders/:id/checkout', async (request, response) => {
  const order = orders.get(request.params.id);
  if (order === undefined || !['open', 'cancelled'].includes(order.state)) {
    response.sendStatus(order === undefined ? 404 : 409);
    return;
  }
  const code = await openCheckout(order);
  response.status(code === undefined ? 201 : 502).json({ client_token: order.clientToken, code });
});

shop.get('/orders/:id', (request, response) => {
  const order = orders.get(request.params.id);
  if (order === undefined) {
    response.sendStatus(404);
    return;
  }
  response
    .set('referrer-policy', 'no-referrer')
    .type('html')
    .send(`<!doctype html>
<html lang="en">
  <head>
    <title>Order ${order.id}</title>
    <script type="module" async src="${bffUrl}/v1/soft-pull-checkout.js"></script>
  </head>
  <body>
    <h1>Order ${order.id}: $${order.amount}</h1>
    <soft-pull-checkout
      server="${bffUrl}"
      merchant="${publishableKey}"
      client-token="${order.clientToken}"
    ></soft-pull-checkout>
    <script type="module">
      const checkout = document.querySelector('soft-pull-checkout');
      checkout.addEventListener('soft-pull-error', async ({ code }) => {
        if (code !== 'order_invalid' && code !== 'not_found') return;
        const answer = await fetch('/orders/${order.id}/checkout', { method: 'POST' });
        if (answer.ok) checkout.clientToken = (await answer.json()).client_token;
      });
    </script>
  </body>
</html>`);
});

shop.get('/orders/:id/state', (request, response) => {
  response.json({ state: orders.get(request.params.id)?.state });
});

shop.post('/orders/:id/charge', async (request, response) => {
  const order = orders.get(request.params.id);
  if (order === undefined) {
    response.sendStatus(404);
    return;
  }
  const { error } = await api.POST('/v1/merchant/checkouts/{id}/charges', {
    params: {
      path: { id: order.checkoutId },
      header: { 'idempotency-key': `charge-${order.id}` },
    },
    body: { transaction_description: 109, amount: order.amount },
  });
  response.status(error ? 409 : 202).json({ code: error?.code });
});

shop.post('/orders/:id/refund', async (request, response) => {
  const order = orders.get(request.params.id);
  if (order?.chargeId == null) {
    response.sendStatus(404);
    return;
  }
  const { error } = await api.POST('/v1/merchant/checkouts/{id}/charges/{charge}/refunds', {
    params: {
      path: { id: order.checkoutId, charge: order.chargeId },
      header: { 'idempotency-key': `refund-${order.id}` },
    },
    body: { reason: 'The customer changed their mind' },
  });
  response.status(error ? 409 : 202).json({ code: error?.code });
});

shop.listen(port, () => process.stdout.write('Ready.\n'));
