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
import { median } from './median.ts';
import type { Figure, Part } from './part.ts';

const few = 1_000;
const many = 1_000_000;
// Together below what the BFF lets one checkout ask in a minute.
const warmUp = 40;
const turns = 4;
const callsATurn = 40;
const mostGrowth = 1.5;
/** Records a page, unless the call says otherwise. */
const pageSize = 25;

const middlePage = 'the middle page of all activity of the merchant';

const merchants = '/api/v1/sponsor/merchants';

/** How the calls that read one page or one row grow with the rows beside them. */
export const lists: Part = {
  name: 'lists',
  title: 'p50 of the list and status calls at 1,000 and at 1,000,000 rows of one merchant (SQLite)',
  async run() {
    const [atFew, atMany] = [await filled(few), await filled(many)];
    const load = new LoadGenerator();
    try {
      const figures: Figure[] = [];
      for (const name of Object.keys(atFew.calls) as (keyof Calls)[]) {
        const calls = [atFew.calls[name], atMany.calls[name]];
        const [before = 0, after = 0] = await p50sInTurns(load, calls);
        // To the middle of a list its rows are counted off, so only the time itself is told.
        const growth = name === middlePage ? [] : [growthOf(name, before, after)];
        figures.push(
          { name: `${name}, at ${few}`, value: before, unit: 'ms' },
          { name: `${name}, at ${many}`, value: after, unit: 'ms' },
          ...growth,
        );
      }
      return figures;
    } finally {
      load.stop();
      await Promise.all([atFew.product.remove(), atMany.product.remove()]);
    }
  },
};

function growthOf(name: string, before: number, after: number): Figure {
  return { name: `${name}, growth`, value: after / before, unit: '×', atMost: mostGrowth };
}

async function filled(rows: number): Promise<{ product: Product; calls: Calls }> {
  const product = await serve();
  const calls = await callsOf(product, rows);
  await product.stop();
  fillTables(product.dataDir, rows);
  await product.start();
  return { product, calls };
}

/** One after the other in turns, so that a busy minute of the machine slows all of them. */
async function p50sInTurns(load: LoadGenerator, calls: readonly Call[]): Promise<number[]> {
  for (const call of calls) await p50Of(load, call, warmUp);
  const p50s = calls.map((): number[] => []);
  for (let turn = 0; turn < turns; turn += 1) {
    for (const [index, call] of calls.entries()) {
      p50s[index]?.push(await p50Of(load, call, callsATurn));
    }
  }
  return p50s.map(median);
}

async function p50Of(
  load: LoadGenerator,
  { origin, request }: Call,
  count: number,
): Promise<number> {
  const requests = new Array<LoadRequest>(count).fill(request);
  return (await load.sendExpecting(200, { origin, requests, concurrency: 1 })).p50Ms;
}

type Calls = Awaited<ReturnType<typeof callsOf>>;

interface Call {
  origin: string;
  request: LoadRequest;
}

/** Walks the one way that all rows are clones of. */
async function callsOf({ bffUrl, lendingUrl, demoUrl }: Product, rows: number) {
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
    'page 10 of all activity of the merchant': lending('/hillside-admin/all-transactions/?page=10'),
    [middlePage]: lending(`/hillside-admin/all-transactions/?page=${Math.floor(rows / pageSize)}`),
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
  } satisfies Record<string, Call>;
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
