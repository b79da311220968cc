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
  /** How many of each it has had: the next one needs another key. */
  checkouts: number;
  charges: number;
  refunds: number;
  /** Of the newest checkout. */
  checkoutId: string;
  clientToken: string;
  /** The newest event of each checkout, charge and refund, by its id. */
  readonly events: Map<string, Event>;
}

/**
 * What an order is by its events: the first that fits. Those of states that nobody saw are missing: a
 * charge may be settled that was never approved.
 */
const states = {
  refunded: ['charge.refunded', 'refund.pending', 'refund.settled', 'refund.unresolved'],
  paid: ['charge.approved', 'charge.settled'],
  unpaid: ['charge.failed', 'charge.held', 'charge.reversed'],
  financed: ['checkout.accepted'],
} as const satisfies Record<string, readonly Event['type'][]>;

/** The newest event of a checkout, charge or refund, if it is of one of these types. */
function newest(order: Order, types: readonly Event['type'][]): Event | undefined {
  return [...order.events.values()].find(({ type }) => types.includes(type));
}

/** A loan can be for less than the order: then its page charges what there is. */
function isPaidInFull(order: Order): boolean {
  const charged = newest(order, states.paid)?.data.amount;
  return Number(charged) >= Number(order.amount);
}

function stateOf(order: Order): string {
  const state = Object.entries(states).find(([, types]) => newest(order, types))?.[0];
  if (state === 'paid' && !isPaidInFull(order)) return 'paid in part';
  if (state !== undefined) return state;
  // What ends another checkout of the order does not end the order.
  return order.events.get(order.checkoutId)?.type === 'checkout.cancelled' ? 'cancelled' : 'open';
}

const credentials = Buffer.from(`${secretKey}:`).toString('base64');
const api = createClient<paths>({
  baseUrl: bffUrl,
  headers: { authorization: `Basic ${credentials}` },
});
const webhook = new Webhook(webhookSecret);
const orders = new Map<string, Order>();
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

function take(event: Event): void {
  const { order_id, checkout_id, charge_id, refund_id, version } = event.data;
  const order = orders.get(order_id ?? '');
  if (order === undefined) return;
  const subject = refund_id ?? charge_id ?? checkout_id;
  // What is sent again by hand may be older than what is known of the same thing.
  const known = order.events.get(subject)?.data.version ?? 0;
  if (version > known) order.events.set(subject, event);
}

shop.post('/orders', async (request, response) => {
  const order: Order = {
    id: `E-${orders.size + 1}`,
    amount: String(request.body.amount),
    checkouts: 0,
    charges: 0,
    refunds: 0,
    checkoutId: '',
    clientToken: '',
    events: new Map(),
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
  return undefined;
}

// What the page asks for when its checkout has ended.
shop.post('/orders/:id/checkout', async (request, response) => {
  const order = orders.get(request.params.id);
  if (order === undefined || !['open', 'cancelled'].includes(stateOf(order))) {
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
  const order = orders.get(request.params.id);
  response.json({ state: order && stateOf(order) });
});

shop.post('/orders/:id/charge', async (request, response) => {
  const order = orders.get(request.params.id);
  // It may be in a checkout that the consumer had open elsewhere.
  const loan = order && newest(order, states.financed)?.data;
  if (!order || !loan) {
    response.sendStatus(404);
    return;
  }
  const { data, error } = await api.POST('/v1/merchant/checkouts/{id}/charges', {
    params: {
      path: { id: loan.checkout_id },
      header: { 'idempotency-key': `charge-${order.id}-${order.charges + 1}` },
    },
    body: { transaction_description: 109, amount: order.amount },
  });
  // While it is `working`, it is asked for again under the same key.
  if (data && data.status !== 'working') order.charges += 1;
  response.status(error ? 409 : 202).json({ status: data?.status, code: error?.code });
});

shop.post('/orders/:id/refund', async (request, response) => {
  const order = orders.get(request.params.id);
  const charge = order && newest(order, states.paid)?.data;
  if (!order || !charge?.charge_id) {
    response.sendStatus(404);
    return;
  }
  const { data, error } = await api.POST('/v1/merchant/checkouts/{id}/charges/{charge}/refunds', {
    params: {
      path: { id: charge.checkout_id, charge: charge.charge_id },
      header: { 'idempotency-key': `refund-${order.id}-${order.refunds + 1}` },
    },
    body: { reason: 'The customer changed their mind' },
  });
  if (data && data.status !== 'working') order.refunds += 1;
  response.status(error ? 409 : 202).json({ status: data?.status, code: error?.code });
});

shop.listen(port, () => process.stdout.write('Ready.\n'));
