import pg from 'pg';
import { freePorts } from '../helpers/free-ports.ts';
import { type PostgresCluster, startPostgres } from '../helpers/postgres-cluster.ts';
import { type Product, serve } from '../helpers/serve.ts';
import { applicantMaker, applicationRequest, openCheckouts } from './checkouts.ts';
import { connectProfiler } from './cpu-profile.ts';
import { LoadGenerator, type LoadResult } from './load/load.ts';
import type { Figure, Part } from './part.ts';
import { cpuMs, treeCpuMs } from './process-usage.ts';
import { timeShares } from './time-shares.ts';

/** Until the code is compiled as it stays. */
const warmUp = 6_000;
const measured = 6_000;
const profiled = 1_500;
const concurrency = 32;
const leastPerSecond = 300;
const leastShare = 2;

/** Soft pulls through BFF and lending service, each committed to disk on both sides. */
export const throughput: Part = {
  name: 'throughput',
  title: `Durable soft pulls through BFF and lending service (${concurrency} connections, one machine)`,
  async run() {
    const sqlite = await measure('SQLite');
    const cluster = await startPostgres({ durable: true });
    try {
      return [...sqlite, ...(await measure('PostgreSQL', cluster))];
    } finally {
      await cluster.stop();
    }
  },
};

async function measure(engine: string, cluster?: PostgresCluster): Promise<Figure[]> {
  const [inspectorPort = 0] = await freePorts(1);
  const product = await serve({
    environment: {
      NODE_OPTIONS: `--inspect=127.0.0.1:${inspectorPort}`,
      ...(cluster && { DATABASE_URL: cluster.url }),
    },
  });
  const pulls = new Pulls(product, new LoadGenerator());
  try {
    await pulls.run(warmUp);
    if (cluster) await analyse(cluster.url);
    const figures = await ratesAndCosts(pulls, cluster);
    const shares = await sharesOfTime(pulls, inspectorPort);
    return [...figures, ...shares].map((figure) => ({
      ...figure,
      name: `${engine}, ${figure.name}`,
    }));
  } finally {
    pulls.load.stop();
    await product.remove();
  }
}

/** Sends one application after the other of people whom nobody has seen before. */
class Pulls {
  readonly product: Product;
  readonly load: LoadGenerator;
  #sent = 0;

  constructor(product: Product, load: LoadGenerator) {
    this.product = product;
    this.load = load;
  }

  /** @param around is called right before and right after what is measured */
  async run(count: number, around: () => Promise<void> = async () => {}): Promise<LoadResult> {
    const applicant = await applicantMaker(this.product);
    const sessions = await openCheckouts(this.product, this.load, count);
    const requests = sessions.map((session, index) =>
      applicationRequest(this.product, session, applicant(this.#sent + index)),
    );
    this.#sent += count;
    await around();
    const origin = this.product.bffUrl;
    const result = await this.load.sendExpecting(200, { origin, requests, concurrency });
    await around();
    return result;
  }
}

/** What autovacuum does a minute after tables have grown: plans made while they were empty end. */
async function analyse(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('analyze');
  await client.end();
}

async function ratesAndCosts(pulls: Pulls, cluster?: PostgresCluster): Promise<Figure[]> {
  const cpu: Record<'product' | 'server' | 'load', number>[] = [];
  const result = await pulls.run(measured, async () => {
    cpu.push({
      product: await cpuMs(pulls.product.pid),
      server: cluster ? await treeCpuMs(cluster.pid) : 0,
      load: await cpuMs(pulls.load.pid),
    });
  });
  const cost = (what: 'product' | 'server' | 'load'): Figure['value'] =>
    ((cpu[1]?.[what] ?? 0) - (cpu[0]?.[what] ?? 0)) / measured;
  return [
    { name: 'soft pulls', value: result.perSecond, unit: 'a second', atLeast: leastPerSecond },
    { name: 'p50', value: result.p50Ms, unit: 'ms' },
    { name: 'p99', value: result.p99Ms, unit: 'ms' },
    { name: 'CPU a pull, BFF and lending service', value: cost('product'), unit: 'ms' },
    ...(cluster ? [{ name: 'CPU a pull, PostgreSQL', value: cost('server'), unit: 'ms' }] : []),
    { name: 'CPU a pull, load generator', value: cost('load'), unit: 'ms' },
  ];
}

async function sharesOfTime(pulls: Pulls, inspectorPort: number): Promise<Figure[]> {
  const profiler = await connectProfiler(inspectorPort);
  try {
    await profiler.start();
    await pulls.run(profiled);
    const shares = timeShares(await profiler.stop());
    return shares
      .filter(([, percent]) => percent >= leastShare)
      .map(([what, percent]) => ({ name: `time in ${what}`, value: percent, unit: '%' }));
  } finally {
    profiler.close();
  }
}
