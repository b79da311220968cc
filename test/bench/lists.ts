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
  const authorization = `Basic ${Buffer.from('sponsor@example.test:sandbox-api-password').toString('base64')}`;
  const lending = (path: string): Call => ({
    origin: lendingUrl,
    request: { method: 'GET', path: `${merchants}${path}`, headers: { authorization } },
  });
  const [loan] = (await new Sandbox(lendingUrl).get(
    `${merchants}/loan-applications/hillside-rep-1/`,
  )) as { loan_id: string }[];
  return {
    'loan applications of a user': lending('/loan-applications/hillside-rep-1/'),
    'one loan': lending(`/loan-applications/hillside-rep-1/loan/${loan?.loan_id}/`),
    'pending charge requests of a user': lending('/payment-request/hillside-rep-1/'),
    'transactions of a user': lending('/transactions/hillside-rep-1/'),
    'a page of all activity of a user': lending('/hillside-rep-1/all-transactions/'),
    'a page of all activity of the merchant': lending('/hillside-admin/all-transactions/'),
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
