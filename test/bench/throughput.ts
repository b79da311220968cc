import { startPostgres } from '../helpers/postgres-cluster.ts';
import { type Product, serve } from '../helpers/serve.ts';
import { applicantMaker, applicationRequest, openCheckouts } from './checkouts.ts';
import { LoadGenerator, type LoadResult } from './load/load.ts';
import type { Figure, Part } from './part.ts';
import { cpuMs } from './process-usage.ts';

const warmUp = 1_000;
const measured = 6_000;
const concurrency = 32;
const leastPerSecond = 300;

/** Soft pulls through BFF and lending service, each committed to disk on both sides. */
export const throughput: Part = {
  name: 'throughput',
  title: `Durable soft pulls through BFF and lending service (${concurrency} connections, one machine)`,
  async run() {
    const sqlite = await measure({});
    const cluster = await startPostgres({ durable: true });
    try {
      const postgres = await measure({ DATABASE_URL: cluster.url });
      return [...figures('SQLite', sqlite), ...figures('PostgreSQL', postgres)];
    } finally {
      await cluster.stop();
    }
  },
};

interface Measured {
  load: LoadResult;
  cpuMsAPull: number;
}

async function measure(environment: Record<string, string>): Promise<Measured> {
  const product = await serve({ environment });
  const load = new LoadGenerator();
  try {
    await pull(product, load, { from: 0, count: warmUp });
    return await pull(product, load, { from: warmUp, count: measured });
  } finally {
    load.stop();
    await product.remove();
  }
}

async function pull(
  product: Product,
  load: LoadGenerator,
  { from, count }: { from: number; count: number },
): Promise<Measured> {
  const applicant = await applicantMaker(product);
  const sessions = await openCheckouts(product, load, count);
  const requests = sessions.map((session, index) =>
    applicationRequest(product, session, applicant(from + index)),
  );
  const before = await cpuMs(product.pid);
  const plan = { origin: product.bffUrl, requests, concurrency };
  const result = await load.sendExpecting(200, plan);
  return { load: result, cpuMsAPull: ((await cpuMs(product.pid)) - before) / count };
}

function figures(engine: string, { load, cpuMsAPull }: Measured): Figure[] {
  return [
    {
      name: `${engine}, soft pulls`,
      value: load.perSecond,
      unit: 'a second',
      atLeast: leastPerSecond,
    },
    { name: `${engine}, p50`, value: load.p50Ms, unit: 'ms' },
    { name: `${engine}, p99`, value: load.p99Ms, unit: 'ms' },
    { name: `${engine}, CPU of the product a pull`, value: cpuMsAPull, unit: 'ms' },
  ];
}
