import { z } from 'zod';
import {
  type CompletedTransaction,
  completedTransaction,
} from '../../server/lending-api/transactions.ts';
import { aRefund } from '../helpers/accepted-loan.ts';
import { anApplicationBody } from '../helpers/applicant-corpus.ts';
import { CheckoutClient } from '../helpers/checkout-client.ts';
import { sampleOrder } from '../helpers/sample-order.ts';
import { Sandbox } from '../helpers/sandbox.ts';
import { type Product, serve } from '../helpers/serve.ts';
import { walkToOutcome } from '../helpers/walk-checkout.ts';
import { fillTables } from './lists/fill.ts';
import { LoadGenerator, type LoadRequest } from './load/load.ts';
import type { Figure, Part } from './part.ts';

const few = 1_000;
const many = 100_000;
// Together below what the BFF lets one checkout ask in a minute.
const warmUp = 40;
const measured = 160;
const mostGrowth = 1.5;

const merchants = '/api/v1/sponsor/merchants';

/** How the calls that read one page or one row grow with the rows beside them. */
export const lists: Part = {
  name: 'lists',
  title: 'p50 of the list and status calls at 1,000 and at 100,000 rows of one merchant (SQLite)',
  async run() {
    const atFew = await measure(few);
    const atMany = await measure(many);
    return [...atFew.keys()].flatMap((name): Figure[] => {
      const [before = 0, after = 0] = [atFew.get(name), atMany.get(name)];
      return [
        { name: `${name}, at ${few}`, value: before, unit: 'ms' },
        { name: `${name}, at ${many}`, value: after, unit: 'ms' },
        { name: `${name}, growth`, value: after / before, unit: '×', atMost: mostGrowth },
      ];
    });
  },
};

async function measure(rows: number): Promise<Map<string, number>> {
  const product = await serve();
  const load = new LoadGenerator();
  try {
    const calls = await callsOf(product);
    await product.stop();
    fillTables(product.dataDir, rows);
    await product.start();
    const p50s = new Map<string, number>();
    for (const [name, { origin, request }] of Object.entries(calls)) {
      const times = (count: number) => new Array<LoadRequest>(count).fill(request);
      await load.sendExpecting(200, { origin, requests: times(warmUp), concurrency: 1 });
      const plan = { origin, requests: times(measured), concurrency: 1 };
      p50s.set(name, (await load.sendExpecting(200, plan)).p50Ms);
    }
    return p50s;
  } finally {
    load.stop();
    await product.remove();
  }
}

interface Call {
  origin: string;
  request: LoadRequest;
}

/** Walks the one way that all rows are clones of. */
async function callsOf({ bffUrl, lendingUrl, demoUrl }: Product): Promise<Record<string, Call>> {
  const client = new CheckoutClient({ bffUrl, origin: demoUrl });
  await client.open(await sampleOrder(bffUrl));
  const applicant = { email: String(anApplicationBody().email) };
  await walkToOutcome({ client, sandbox: new Sandbox(lendingUrl), applicant });
  const sandbox = new Sandbox(lendingUrl);
  const charge = await refundedCharge(sandbox);
  const authorization = `Basic ${Buffer.from('sponsor@example.test:sandbox-api-password').toString('base64')}`;
  const lending = (path: string, body?: object): Call => ({
    origin: lendingUrl,
    request: {
      method: body ? 'POST' : 'GET',
      path: `${merchants}${path}`,
      headers: { authorization, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    },
  });
  const [loan] = (await sandbox.get(`${merchants}/loan-applications/hillside-rep-1/`)) as {
    loan_id: string;
    external_application_id: string;
  }[];
  return {
    'loan applications of a user': lending('/loan-applications/hillside-rep-1/'),
    'one loan': lending(`/loan-applications/hillside-rep-1/loan/${loan?.loan_id}/`),
    'pending charge requests of a user': lending('/payment-request/hillside-rep-1/'),
    'transactions of a user': lending('/transactions/hillside-rep-1/'),
    'a page of all activity of a user': lending('/hillside-rep-1/all-transactions/'),
    'a page of all activity of the merchant': lending('/hillside-admin/all-transactions/'),
    'all activity of one loan': lending(
      `/hillside-rep-1/all-transactions/?search=${charge.consumer_application_human_readable_id}`,
    ),
    'a page of what a user can charge': lending('/hillside-rep-1/available-transactions/'),
    'what of a loan can be refunded': lending(
      `/hillside-rep-1/refundable-transactions/${loan?.external_application_id}/`,
    ),
    'whether a charge has settled': lending('/hillside-rep-1/settled/', {
      payment_request_uuid: charge.associated_payment_request_id,
    }),
    'where a checkout stands': {
      origin: bffUrl,
      request: {
        method: 'GET',
        path: `/v1/checkouts/${client.id}`,
        headers: { origin: demoUrl, authorization: `Bearer ${client.token}` },
      },
    },
  };
}

/** The charge that the walk ended with, settled and refunded in part. */
async function refundedCharge(sandbox: Sandbox): Promise<CompletedTransaction> {
  const charges = await sandbox.get(`${merchants}/transactions/hillside-rep-1/`);
  const [charge] = z.array(completedTransaction).min(1).parse(charges);
  if (!charge) throw new Error('the walk ended without a charge');
  const id = charge.associated_payment_request_id;
  await sandbox.transaction(id, 'Transferred');
  const parts = {
    consumer_charge_amount: '1.00',
    net_to_merchant_amount: '1.00',
    net_platform_fee: '0.00',
    net_to_sponsor_amount: '0.00',
  };
  await sandbox.post(`${merchants}/refund-payment-request/`, aRefund(id, parts));
  return charge;
}
