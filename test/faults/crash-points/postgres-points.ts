import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { type PostgresCluster, startPostgres } from '../../helpers/postgres-cluster.ts';
import { type Product, serve } from '../../helpers/serve.ts';
import { until } from '../../helpers/until.ts';
import type { Acknowledged } from '../acknowledged.ts';
import { Consumers, patienceUnderCrashesMs } from '../consumers.ts';
import type { Random } from '../fuzz/random.ts';
import { readPostgresLedger, wrongIn } from '../ledger.ts';
import {
  drawInjection,
  type PointReport,
  randomOf,
  readPlace,
  readyWithinMs,
  type Stage,
  startAgain,
} from './point.ts';
import { LAST_CALL, Tracer, tracer } from './strace.ts';

const run = promisify(execFile);

interface Point {
  seed: number;
  stage: Stage;
}

const consumersAtOnce = 16;
/** A point that has not come by then does not come, or not soon enough to wait for it. */
const usuallyReachedWithinMs = 4_000;
const connections = 60;
/** The checks go through all there is. */
const pointsACluster = 150;

const productCalls = ['write', 'writev'] as const;
const serverCalls = [
  { share: 4, calls: ['pwrite64', 'pwritev'], most: 30 },
  { share: 3, calls: ['fdatasync', 'fsync'], most: 20 },
  { share: 3, calls: ['sendto'], most: 80 },
] as const;

interface CrashOptions {
  /** The last consumers are not waited for, whose lost answers take a minute. */
  isCutShort?: boolean;
  /** For points that come for certain: on a busy machine they come late. */
  reachedWithinMs?: number;
}

/** Crashes of the product and of its PostgreSQL, while consumers go on. */
export async function* crashOnPostgres(
  points: readonly Point[],
  { isCutShort = false, reachedWithinMs = usuallyReachedWithinMs }: CrashOptions = {},
): AsyncGenerator<PointReport> {
  for (let done = 0; done < points.length; done += pointsACluster) {
    const some = points.slice(done, done + pointsACluster);
    const cluster = await startPostgres({ durable: true, connections });
    const folder = await mkdtemp(join(tmpdir(), 'crash-postgres-'));
    try {
      yield* crashStarts(
        some.filter(({ stage }) => stage === 'start'),
        { cluster, folder },
      );
      yield* crashTraffic(
        some.filter(({ stage }) => stage !== 'start'),
        { cluster, folder, isCutShort, reachedWithinMs },
      );
    } finally {
      await cluster.stop();
      await rm(folder, { recursive: true, force: true });
    }
  }
}

interface Place {
  cluster: PostgresCluster;
  folder: string;
}

/** Each in an empty database of its own. */
async function* crashStarts(
  points: readonly Point[],
  { cluster, folder }: Place,
): AsyncGenerator<PointReport> {
  let calls: number | undefined;
  for (const { seed, stage } of points) {
    const logFile = join(folder, 'strace.log');
    const databaseUrl = await createDatabase(cluster, `start_${seed}`);
    const product = await serve({
      environment: environmentOf(databaseUrl),
      isStopped: true,
      readyWithinMs,
    });
    const failures: string[] = [];
    try {
      calls ??= await countCalls(await createDatabase(cluster, 'counted'), logFile);
      const nth = 1 + randomOf(seed).below(calls);
      await rm(logFile, { force: true });
      await product
        .start(tracer({ calls: productCalls, nth, effect: 'kill' }, logFile))
        .catch(() => undefined);
      const place = await readPlace(logFile);
      await product.kill();
      try {
        await product.start();
        const consumers = new Consumers(product, { patienceMs: patienceUnderCrashesMs });
        await consumers.walk();
        failures.push(...consumers.gaveUp);
        failures.push(...(await judge(databaseUrl, consumers.acknowledged)));
      } catch (error) {
        failures.push(String(error));
      }
      yield { seed, stage, place, failures };
    } finally {
      await product.remove();
    }
  }
}

async function* crashTraffic(
  points: readonly Point[],
  { cluster, folder, isCutShort, reachedWithinMs }: Place & Required<CrashOptions>,
): AsyncGenerator<PointReport> {
  if (points.length === 0) return;
  const databaseUrl = await createDatabase(cluster, 'traffic');
  const product = await serve({ environment: environmentOf(databaseUrl), readyWithinMs });
  const consumers = new Consumers(product, { patienceMs: patienceUnderCrashesMs });
  let isOver = false;
  const walking = consumers.keepWalking(consumersAtOnce, () => isOver);
  let judgedTo = 0;
  try {
    for (const { seed, stage } of points) {
      const random = randomOf(seed);
      await sleep(50 + random.below(250));
      const failures: string[] = [];
      let place: string | null = null;
      try {
        place = await crash(stage, { product, cluster, folder, random, reachedWithinMs });
        const to = Date.now();
        failures.push(...(await judge(databaseUrl, consumers.acknowledged.between(judgedTo, to))));
        judgedTo = to;
        if (!isRunning(product.pid)) {
          failures.push('the product ended by itself');
          await product.kill();
          await startAgain(product);
        }
      } catch (error) {
        failures.push(String(error));
      }
      yield { seed, stage, place, failures };
    }
    isOver = true;
    await consumers.settle(walking, isCutShort ? 0 : undefined);
    const failures = [
      ...consumers.gaveUp,
      ...(isCutShort ? [] : consumers.left),
      ...(await judge(databaseUrl, consumers.acknowledged)),
    ];
    if (failures.length > 0) {
      const { seed = 0, stage = 'traffic' } = points.at(-1) ?? {};
      yield { seed, stage, place: null, failures };
    }
  } finally {
    consumers.leave();
    await product.remove();
  }
}

interface Crash extends Place {
  product: Product;
  random: Random;
  reachedWithinMs: number;
}

/** @returns the place, as PointReport says */
async function crash(stage: Stage, given: Crash): Promise<string | null> {
  const { product, folder, random, reachedWithinMs } = given;
  if (stage === 'outage') return random.pick(outages)(given);
  const logFile = join(folder, 'strace.log');
  await rm(logFile, { force: true });
  if (stage === 'server') {
    await killServerProcess(given, logFile);
    return readPlace(logFile);
  }
  await Tracer.attach(
    [product.pid],
    { calls: productCalls, nth: 1 + random.below(150), effect: 'kill' },
    { logFile },
  );
  await Promise.race([product.ended(), sleep(reachedWithinMs, undefined, { ref: false })]);
  await product.kill();
  const place = await readPlace(logFile);
  await startAgain(product);
  return place;
}

/** PostgreSQL ends its other processes then, and recovers. */
async function killServerProcess(
  { cluster, random, reachedWithinMs }: Crash,
  logFile: string,
): Promise<void> {
  const injection = drawInjection(random, serverCalls);
  // Of those that are listed some have ended by the time that they would be traced.
  const tracing = await until('strace is attached to PostgreSQL', async () => {
    const pids = await childrenOf(cluster);
    return Tracer.attach(pids, injection, { logFile }).catch(() => undefined);
  });
  const isKilled = async () =>
    /killed by SIGKILL/.test(await readFile(logFile, 'utf8')) || undefined;
  await until('a process of PostgreSQL is killed', isKilled, { withinMs: reachedWithinMs }).catch(
    () => undefined,
  );
  await tracing.detach();
  await connected(cluster.url);
}

/** None while it begins or ends. */
async function childrenOf({ pid }: PostgresCluster): Promise<number[]> {
  const { stdout } = await run('ps', ['--ppid', String(pid), '-o', 'pid=']).catch(() => ({
    stdout: '',
  }));
  return stdout.split(/\s+/).filter(Boolean).map(Number);
}

const outages: readonly ((given: Crash) => Promise<string>)[] = [
  async ({ cluster }) => {
    await cluster.end('SIGKILL');
    await cluster.start();
    return 'PostgreSQL’s first process killed';
  },
  async ({ cluster }) => {
    await cluster.end('SIGINT');
    await sleep(500);
    await cluster.start();
    return 'PostgreSQL restarted';
  },
  async ({ cluster }) => {
    await cluster.end('SIGQUIT');
    await cluster.start();
    return 'PostgreSQL ended at once';
  },
  async ({ cluster, random }) => {
    const pids = [cluster.pid, ...(await childrenOf(cluster))];
    for (const pid of pids) signal(pid, 'SIGSTOP');
    await sleep(500 + random.below(6_000));
    for (const pid of pids) signal(pid, 'SIGCONT');
    return 'PostgreSQL stopped, and goes on';
  },
  async ({ cluster, random }) => {
    const clients = Array.from({ length: connections }, () => {
      const client = new pg.Client({ connectionString: cluster.url });
      return client.on('error', () => undefined);
    });
    const [first, ...others] = clients;
    await first?.connect();
    await first?.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()',
    );
    await Promise.allSettled(others.map((client) => client.connect()));
    await sleep(500 + random.below(2_000));
    await Promise.allSettled(clients.map((client) => client.end()));
    return 'PostgreSQL out of connections';
  },
];

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended by itself.
  }
}

async function judge(databaseUrl: string, acknowledged: Acknowledged): Promise<string[]> {
  await connected(databaseUrl);
  return wrongIn(await readPostgresLedger(databaseUrl, acknowledged));
}

/** When PostgreSQL takes connections again, which on a busy machine takes as long as its recovery does. */
async function connected(url: string): Promise<void> {
  const connect = async () => {
    const client = new pg.Client({ connectionString: url }).on('error', () => undefined);
    return client.connect().then(
      () => client.end().then(() => true),
      () => undefined,
    );
  };
  await until('PostgreSQL takes connections', connect, { withinMs: readyWithinMs });
}

async function createDatabase(cluster: PostgresCluster, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: cluster.url });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  const url = new URL(cluster.url);
  url.pathname = `/${name}`;
  return url.href;
}

function environmentOf(databaseUrl: string): Record<string, string> {
  return { SERVE: 'bff,lending', DATABASE_URL: databaseUrl };
}

/** How many of the calls a whole start makes. */
async function countCalls(databaseUrl: string, logFile: string): Promise<number> {
  const product = await serve({
    environment: environmentOf(databaseUrl),
    isStopped: true,
    readyWithinMs,
  });
  try {
    await product.start(tracer({ calls: productCalls, nth: LAST_CALL, effect: 'kill' }, logFile));
    await product.kill();
    return (await readFile(logFile, 'utf8')).split('\n').length;
  } finally {
    await product.remove();
  }
}
