import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import BetterSqlite3 from 'better-sqlite3';
import pg from 'pg';
import { freePort } from '../helpers/free-ports.ts';
import { startPostgres } from '../helpers/postgres-cluster.ts';
import { type Product, serve } from '../helpers/serve.ts';
import { applicantMaker, applicationRequest, openCheckouts, softPullRequest } from './checkouts.ts';
import { connectInspector, type Inspector } from './inspector.ts';
import { LoadGenerator, type LoadRequest, type LoadResult } from './load/load.ts';
import { median } from './median.ts';
import type { Figure, Part } from './part.ts';
import { cpuMs, treeCpuMs, writtenBytes } from './process-usage.ts';
import { startSideProcess } from './side-process.ts';
import { timeShares } from './time-shares.ts';

/** Until the code is compiled as it stays. */
const warmUp = 4_000;
/** So many that a neighbour of the machine does not decide. */
const rounds = 5;
const requestsARound = 1_000;
const counted = 2_000;
const profiled = 1_500;
const concurrency = 32;
const leastShare = 2;

const folder = join(import.meta.dirname, 'throughput');

/** One of those that are compared, sent its requests while the others are idle. */
interface Side {
  origin: string;
  requests(count: number): Promise<LoadRequest[]>;
  /** CPU used so far by all that answers, in milliseconds. */
  cpuMs(): Promise<number>;
}

/** Soft pulls, each committed to disk on both sides, beside the least that a durable service does. */
export const throughput: Part = {
  name: 'throughput',
  title: `Durable soft pulls, in turns with a bare insert (${concurrency} connections, one machine)`,
  async run() {
    const load = new LoadGenerator();
    await using running = new AsyncDisposableStack();
    running.defer(() => load.stop());
    const bare = await startBareInsert(running);
    const sqlite = await startProduct(running);
    const cluster = await startPostgres({ durable: true });
    running.defer(() => cluster.stop());
    const postgres = await startProduct(running, { DATABASE_URL: cluster.url });
    const applicant = await applicantMaker(sqlite.product);
    const onSqlite = () => cpuMs(sqlite.product.pid);
    const onPostgres = async () =>
      (await cpuMs(postgres.product.pid)) + (await treeCpuMs(cluster.pid));
    const sides = {
      'bare hono + zod + SQLite insert': {
        origin: bare.origin,
        requests: directPulls(sqlite.product, applicant),
        cpuMs: () => cpuMs(bare.pid),
      },
      'soft pull of the service, SQLite': directSide(sqlite.product, applicant, onSqlite),
      'whole pull, SQLite': wholeSide(sqlite.product, load, applicant, onSqlite),
      'soft pull of the service, PostgreSQL': directSide(postgres.product, applicant, onPostgres),
      'whole pull, PostgreSQL': wholeSide(postgres.product, load, applicant, onPostgres),
    };
    for (const side of Object.values(sides)) await send(load, side, warmUp);
    await analyse(cluster.url);
    const measured = await measureInTurns(load, sides);
    return [
      ...ratios(measured),
      ...(await written(load, sides['soft pull of the service, SQLite'], sqlite)),
      ...(await sharesOfTime('SQLite', load, sides['whole pull, SQLite'], sqlite.inspector)),
      ...(await sharesOfTime(
        'PostgreSQL',
        load,
        sides['whole pull, PostgreSQL'],
        postgres.inspector,
      )),
      await databaseGrowth(sqlite),
    ];
  },
};

async function startBareInsert(running: AsyncDisposableStack) {
  const data = await mkdtemp(join(tmpdir(), 'soft-pull-bare-'));
  running.defer(() => rm(data, { recursive: true, force: true }));
  const port = await freePort();
  const script = join(folder, 'bare-insert.ts');
  const side = await startSideProcess(script, [String(port), join(data, 'bare.db')]);
  running.defer(() => side.stop());
  return { origin: `http://127.0.0.1:${port}`, pid: side.pid };
}

async function startProduct(running: AsyncDisposableStack, environment = {}) {
  const port = await freePort();
  const counter = pathToFileURL(join(folder, 'count-statements.ts')).href;
  const product = await serve({
    environment: {
      // The demo's back office would be told of each soft pull.
      SERVE: 'bff,lending',
      NODE_OPTIONS: `--inspect=127.0.0.1:${port} --import ${counter}`,
      ...environment,
    },
  });
  running.defer(() => product.remove());
  const inspector = await connectInspector(port);
  running.defer(() => inspector.close());
  return { product, inspector };
}

type RunningProduct = Awaited<ReturnType<typeof startProduct>>;
type Applicant = Awaited<ReturnType<typeof applicantMaker>>;

/** Nobody applies twice, whoever is asked. */
let people = 0;

function directPulls(product: Product, applicant: Applicant): Side['requests'] {
  return async (count) =>
    Array.from({ length: count }, () => {
      people += 1;
      return softPullRequest(product, applicant(people));
    });
}

function directSide(product: Product, applicant: Applicant, cpu: Side['cpuMs']): Side {
  return {
    origin: product.lendingUrl,
    requests: directPulls(product, applicant),
    cpuMs: cpu,
  };
}

function wholeSide(
  product: Product,
  load: LoadGenerator,
  applicant: Applicant,
  cpu: Side['cpuMs'],
): Side {
  return {
    origin: product.bffUrl,
    requests: async (count) => {
      const sessions = await openCheckouts(product, load, count);
      return sessions.map((session) => {
        people += 1;
        return applicationRequest(product, session, applicant(people));
      });
    },
    cpuMs: cpu,
  };
}

interface Round extends LoadResult {
  cpuMsARequest: number;
}

async function send(load: LoadGenerator, side: Side, count: number): Promise<Round> {
  const requests = await side.requests(count);
  const before = await side.cpuMs();
  const result = await load.sendExpecting(200, { origin: side.origin, requests, concurrency });
  return { ...result, cpuMsARequest: ((await side.cpuMs()) - before) / count };
}

async function measureInTurns<Name extends string>(
  load: LoadGenerator,
  sides: Record<Name, Side>,
): Promise<Record<Name, Round[]>> {
  const names = Object.keys(sides) as Name[];
  const measured = Object.fromEntries(names.map((name) => [name, [] as Round[]]));
  for (let turn = 0; turn < rounds; turn += 1) {
    for (const name of names) measured[name]?.push(await send(load, sides[name], requestsARound));
  }
  return measured as Record<Name, Round[]>;
}

/** What autovacuum does a minute after tables have grown: plans made while they were empty end. */
async function analyse(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('analyze');
  await client.end();
}

type SideName =
  | 'bare hono + zod + SQLite insert'
  | `${'soft pull of the service' | 'whole pull'}, ${'SQLite' | 'PostgreSQL'}`;

function ratios(measured: Record<SideName, Round[]>): Figure[] {
  const middle = (name: SideName, read: (round: Round) => number) =>
    median(measured[name].map(read));
  const cpu = (name: SideName) => middle(name, ({ cpuMsARequest }) => cpuMsARequest);
  const ratio = (name: SideName, yardstick: SideName, atMost: number): Figure => ({
    name: `${name}, beside ${yardstick}`,
    value: cpu(name) / cpu(yardstick),
    unit: '×',
    atMost,
  });
  const bare = 'bare hono + zod + SQLite insert';
  const absolute = (Object.keys(measured) as SideName[]).flatMap((name): Figure[] => [
    { name: `${name}, CPU a request`, value: cpu(name), unit: 'ms' },
    { name: `${name}, answers`, value: middle(name, (round) => round.perSecond), unit: 'a second' },
    { name: `${name}, p50`, value: middle(name, (round) => round.p50Ms), unit: 'ms' },
    { name: `${name}, p99`, value: middle(name, (round) => round.p99Ms), unit: 'ms' },
  ]);
  return [
    ratio('soft pull of the service, SQLite', bare, 6),
    ratio('whole pull, SQLite', bare, 7),
    ratio('soft pull of the service, PostgreSQL', 'soft pull of the service, SQLite', 1.6),
    ...absolute,
  ];
}

/** What one pull of the service asks of SQLite and of the disk. */
async function written(
  load: LoadGenerator,
  side: Side,
  { product, inspector }: RunningProduct,
): Promise<Figure[]> {
  const read = async () => ({
    statements: Number(await inspector.evaluate('globalThis.sqliteStatements')),
    bytes: await writtenBytes(product.pid),
  });
  const before = await read();
  await send(load, side, counted);
  const after = await read();
  return [
    {
      name: 'statements of SQLite a soft pull of the service',
      value: (after.statements - before.statements) / counted,
      unit: '',
    },
    {
      name: 'written to disk a soft pull of the service, checkpoints included',
      value: (after.bytes - before.bytes) / counted / 1024,
      unit: 'KiB',
    },
  ];
}

/** What the database has grown by with each application that it has kept. */
async function databaseGrowth({ product, inspector }: RunningProduct): Promise<Figure> {
  inspector.close();
  await product.stop();
  const database = new BetterSqlite3(join(product.dataDir, 'lending.db'), { readonly: true });
  const bytes = database.prepare(
    'select page_count * page_size from pragma_page_count, pragma_page_size',
  );
  const applications = database.prepare('select count(*) from applications');
  const value = Number(bytes.pluck().get()) / Number(applications.pluck().get()) / 1024;
  database.close();
  return { name: 'database of the service an application', value, unit: 'KiB' };
}

async function sharesOfTime(
  engine: string,
  load: LoadGenerator,
  side: Side,
  inspector: Inspector,
): Promise<Figure[]> {
  await inspector.startProfile();
  await send(load, side, profiled);
  return timeShares(await inspector.stopProfile())
    .filter(([, percent]) => percent >= leastShare)
    .map(([what, percent]) => ({
      name: `whole pull, ${engine}, time in ${what}`,
      value: percent,
      unit: '%',
    }));
}
