import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { freePorts } from '../../helpers/free-ports.ts';
import { startPostgres } from '../../helpers/postgres-cluster.ts';
import { type Product, serve } from '../../helpers/serve.ts';
import { Consumers } from '../consumers.ts';
import { readyWithinMs } from '../crash-points/point.ts';
import { readPostgresLedger, wrongIn } from '../ledger.ts';
import { type Front, startFront } from './front.ts';

export interface RollOptions {
  /** How often a node of the same version is ended and started again, in turns. */
  restarts: number;
  consumersAtOnce: number;
}

export interface RollReport {
  restarts: number;
  /** Of all requests to both fronts. */
  requests: number;
  repeated: number;
  brokenPosts: number;
  slowestMs: number;
  failed: string[];
  cut: string[];
  /** From SIGTERM to the end of the process, the longest. */
  slowestStopMs: number;
  /** Starts of the next version while one of this still served. */
  upgrades: number;
  /** What a start of this version on the tables of the next one says. */
  refusal: string;
  arrived: number;
  acknowledged: number;
  wrong: string[];
}

const nextVersion = pathToFileURL(join(import.meta.dirname, 'next-version.ts')).href;
const betweenMs = 1_500;
/** Two nodes of different versions side by side. */
const besideMs = 3_000;
const settledWithinMs = 60_000;

/**
 * Two nodes on PostgreSQL, behind a proxy, while consumers walk: each is ended by SIGTERM and started
 * again, then replaced by the next version, whose tables have more in them.
 */
export async function rollNodes({ restarts, consumersAtOnce }: RollOptions): Promise<RollReport> {
  await using running = new AsyncDisposableStack();
  const cluster = await startPostgres({ durable: true });
  running.defer(() => cluster.stop());
  const dataDir = await mkdtemp(join(tmpdir(), 'rolling-'));
  running.defer(() => rm(dataDir, { recursive: true, force: true }));
  const [bffPort, lendingPort, demoPort] = (await freePorts(3)) as [number, number, number];
  const demoUrl = `http://localhost:${demoPort}`;
  const bff = await startFront(bffPort);
  running.defer(() => bff.close());
  const lending = await startFront(lendingPort);
  running.defer(() => lending.close());
  const node = async (version: Readonly<Record<string, string>> = {}) => {
    const environment = {
      SERVE: 'bff,lending',
      DATABASE_URL: cluster.url,
      BFF_PUBLIC_URL: bff.url,
      LENDING_PUBLIC_URL: lending.url,
      DEMO_PUBLIC_URL: demoUrl,
      ...version,
    };
    const product = await serve({ environment, dataDir, isStopped: true, readyWithinMs });
    running.defer(() => product.remove());
    return product;
  };
  const nodes = [await node(), await node()] as const;
  for (const each of nodes) await each.start();
  askOf([bff, lending], nodes);

  const addresses = { bffUrl: bff.url, lendingUrl: lending.url, demoUrl };
  const consumers = new Consumers(addresses, { patienceMs: settledWithinMs });
  let isOver = false;
  const walking = consumers.keepWalking(consumersAtOnce, () => isOver);
  const report = { slowestStopMs: 0, upgrades: 0, wrong: [] as string[] };
  const end = async (product: Product) => {
    const began = performance.now();
    const ended = product.ended();
    await product.stop();
    report.slowestStopMs = Math.max(report.slowestStopMs, performance.now() - began);
    const code = await ended;
    if (code !== 0) report.wrong.push(`a node that was to end, ended with ${code}`);
  };
  try {
    for (let restart = 0; restart < restarts; restart += 1) {
      await sleep(betweenMs);
      const product = nodes[restart % 2] ?? nodes[0];
      await end(product);
      await product.start();
    }
    const next = { NODE_OPTIONS: `--import ${nextVersion}` };
    const [one, two] = [await node(next), await node(next)];
    await sleep(betweenMs);
    await end(nodes[0]);
    await one.start();
    report.upgrades += 1;
    askOf([bff, lending], [one, nodes[1]]);
    await sleep(besideMs);
    await end(nodes[1]);
    await two.start();
    askOf([bff, lending], [one, two]);
    await sleep(betweenMs);
    isOver = true;
    await consumers.settle(walking, settledWithinMs);
    const refusal = await nodes[0].start().then(
      () => 'it started',
      (refused: Error) => refused.message,
    );
    const { acknowledged, arrived, gaveUp, left } = consumers;
    const ledger = await readPostgresLedger(cluster.url, acknowledged);
    const sum = (count: 'requests' | 'repeated' | 'brokenPosts') =>
      bff.counts[count] + lending.counts[count];
    return {
      ...report,
      restarts,
      requests: sum('requests'),
      repeated: sum('repeated'),
      brokenPosts: sum('brokenPosts'),
      slowestMs: Math.max(bff.counts.slowestMs, lending.counts.slowestMs),
      failed: [...bff.counts.failed, ...lending.counts.failed],
      cut: [...bff.counts.cut, ...lending.counts.cut],
      refusal,
      arrived,
      acknowledged: acknowledged.count,
      wrong: [...report.wrong, ...gaveUp, ...left, ...wrongIn(ledger)],
    };
  } finally {
    consumers.leave();
  }
}

function askOf([bff, lending]: [Front, Front], nodes: readonly Product[]): void {
  bff.nodes = nodes.map(({ bffUrl }) => bffUrl);
  lending.nodes = nodes.map(({ lendingUrl }) => lendingUrl);
}
