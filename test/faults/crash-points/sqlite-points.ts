import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { restoreEarlierData, told } from '../../helpers/earlier-data/restore.ts';
import { scratchRoot } from '../../helpers/scratch.ts';
import { type Product, serve } from '../../helpers/serve.ts';
import { Acknowledged } from '../acknowledged.ts';
import { Consumers, patienceUnderCrashesMs } from '../consumers.ts';
import { readSqliteLedger, wrongIn } from '../ledger.ts';
import {
  drawInjection,
  type PointReport,
  randomOf,
  readPlace,
  readyWithinMs,
  type Stage,
  startAgain,
} from './point.ts';
import { type Injection, LAST_CALL, Tracer, tracer } from './strace.ts';

/** The demo's shop stores nothing. */
const environment = { SERVE: 'bff,lending' };
const earlierKey = (byte: number) => Buffer.alloc(32, byte).toString('base64url');
/** The earlier data of both parts, each sealed by the key of its tests. */
const earlierEnvironment = {
  ...environment,
  ENCRYPTION_KEY: earlierKey(7),
  ENCRYPTION_KEYS_PREVIOUS: earlierKey(9),
};

/** How many of the calls a whole start makes. */
type CallCounts = Readonly<Record<'pwrite64' | 'fsync' | 'unlink', number>>;

export interface StartPoint {
  seed: number;
  stage: 'start' | 'migration';
}

/**
 * Kills products in their start, each in a folder of its own: empty ones, or with earlier data.
 * @param points of one stage
 */
export async function* crashStarts(points: readonly StartPoint[]): AsyncGenerator<PointReport> {
  const [first] = points;
  if (first === undefined) return;
  const { stage } = first;
  const folder = await mkdtemp(join(await scratchRoot(), 'crash-start-'));
  try {
    const template = join(folder, 'template');
    await (stage === 'start' ? mkdir(template) : writeEarlierData(template));
    const { counts, usual } = await startWhole(stage, template, folder);
    for (const { seed } of points) {
      const injection = drawInjection(randomOf(seed), [
        { share: 5, calls: ['pwrite64'], most: counts.pwrite64 },
        { share: 4, calls: ['fsync'], most: counts.fsync },
        { share: 1, calls: ['unlink'], most: counts.unlink },
      ]);
      const report = await crashStart({ seed, stage, injection, template, folder });
      const failures = report.failures.filter((each) => !usual.includes(each));
      yield { ...report, failures };
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface StartCrash extends StartPoint {
  injection: Injection;
  template: string;
  folder: string;
}

async function crashStart(crash: StartCrash): Promise<PointReport> {
  const { seed, stage, injection, template, folder } = crash;
  const logFile = join(folder, 'strace.log');
  await rm(logFile, { force: true });
  const product = await serveCopy(stage, template, folder);
  const failures: string[] = [];
  try {
    await product.start(tracer(injection, logFile)).catch(() => {});
    const place = await readPlace(logFile);
    await product.kill();
    try {
      await product.start();
      const consumers = new Consumers(product, { patienceMs: patienceUnderCrashesMs });
      await consumers.walk();
      await product.kill();
      failures.push(...consumers.gaveUp);
      failures.push(...(await judgeFiles(product.dataDir, consumers.acknowledged)));
      if (stage === 'migration') failures.push(...missingEarlierRows(product.dataDir));
    } catch (error) {
      failures.push(String(error));
    }
    return { seed, stage, place, failures };
  } finally {
    await product.remove();
  }
}

async function serveCopy(stage: Stage, template: string, folder: string): Promise<Product> {
  const dataDir = await mkdtemp(join(folder, 'data-'));
  await cp(template, dataDir, { recursive: true });
  return serve({
    environment: stage === 'migration' ? earlierEnvironment : environment,
    dataDir,
    root: folder,
    isStopped: true,
    readyWithinMs,
  });
}

/** A start that nothing cuts off: what it calls, and what may be said of its files all the same. */
async function startWhole(
  stage: Stage,
  template: string,
  folder: string,
): Promise<{ counts: CallCounts; usual: string[] }> {
  const logFile = join(folder, 'counted.log');
  const product = await serveCopy(stage, template, folder);
  const calls = ['pwrite64', 'fsync', 'unlink'] as const;
  try {
    await product.start(tracer({ calls, nth: LAST_CALL, effect: 'kill' }, logFile));
    const text = await readFile(logFile, 'utf8');
    const count = (call: string) => text.split(`${call}(`).length - 1;
    const counts = { pwrite64: count('pwrite64'), fsync: count('fsync'), unlink: count('unlink') };
    await product.kill();
    return { counts, usual: await judgeFiles(product.dataDir, new Acknowledged()) };
  } finally {
    await product.remove();
  }
}

async function writeEarlierData(folder: string): Promise<void> {
  for (const part of ['lending', 'bff'] as const) {
    const storage = await restoreEarlierData(part, told);
    await cp(storage.folder, folder, { recursive: true });
    await storage.remove();
  }
}

/** Every page that was told its checkout must still have one, and the lender its application. */
function missingEarlierRows(dataDir: string): string[] {
  const bff = new Database(join(dataDir, 'bff.db'), { readonly: true });
  try {
    const there = new Set(bff.prepare('select id from checkouts').pluck().all());
    const pages = Object.values(told.pages).map(({ checkoutId }) => checkoutId);
    return pages.filter((id) => !there.has(id)).map((id) => `the checkout ${id} is gone`);
  } finally {
    bff.close();
  }
}

/** While it serves: before and after a commit, and before its answer. While it closes its files: SQLite's copying. */
const liveCalls = {
  traffic: [
    { share: 9, calls: ['pwrite64'], most: 400 },
    { share: 7, calls: ['fsync'], most: 30 },
    { share: 4, calls: ['write', 'writev'], most: 60 },
  ],
  checkpoint: [
    { share: 9, calls: ['pwrite64'], most: 250 },
    { share: 1, calls: ['fsync', 'unlink'], most: 2 },
  ],
} as const;

export interface LivePoint {
  seed: number;
  stage: 'traffic' | 'checkpoint';
}

/** Of those whose answer was lost, each waits a minute. */
const consumersAtOnce = 16;
/** The files grow, and each is copied and read after each crash. */
const pointsAProduct = 100;
/** A point that has not come by then does not come, or not soon enough to wait for it. */
const usuallyReachedWithinMs = 3_000;

interface TrafficOptions {
  /** The last consumers are not waited for, whose lost answers take a minute. */
  isCutShort?: boolean;
  /** For points that come for certain: on a busy machine they come late. */
  reachedWithinMs?: number;
}

/**
 * Kills a product under load again and again: in its traffic, or while it ends and SQLite copies its
 * log into the file. It is started again each time without strace, and its consumers go on.
 */
export async function* crashTraffic(
  points: readonly LivePoint[],
  options: TrafficOptions = {},
): AsyncGenerator<PointReport> {
  for (let done = 0; done < points.length; done += pointsAProduct) {
    yield* crashOneProduct(points.slice(done, done + pointsAProduct), options);
  }
}

async function* crashOneProduct(
  points: readonly LivePoint[],
  { isCutShort = false, reachedWithinMs = usuallyReachedWithinMs }: TrafficOptions,
): AsyncGenerator<PointReport> {
  const folder = await mkdtemp(join(await scratchRoot(), 'crash-traffic-'));
  const product = await serve({ environment, root: folder, readyWithinMs });
  const consumers = new Consumers(product, { patienceMs: patienceUnderCrashesMs });
  let isOver = false;
  const walking = consumers.keepWalking(consumersAtOnce, () => isOver);
  try {
    for (const { seed, stage } of points) {
      await sleep(50 + randomOf(seed).below(250));
      const logFile = join(folder, 'strace.log');
      await rm(logFile, { force: true });
      await Tracer.attach([product.pid], drawInjection(randomOf(seed), liveCalls[stage]), {
        logFile,
      });
      if (stage === 'checkpoint') await product.stop();
      else await Promise.race([product.ended(), sleep(reachedWithinMs, undefined, { ref: false })]);
      // strace ends with it.
      await product.kill();
      const place = await readPlace(logFile);
      const failures = await judgeCopy(product.dataDir, folder, consumers.acknowledged);
      const isUp = await startAgain(product).then(
        () => true,
        (error: unknown) => void failures.push(String(error)),
      );
      yield { seed, stage, place, failures };
      if (!isUp) return;
    }
    isOver = true;
    await consumers.settle(walking, isCutShort ? 0 : undefined);
    await product.stop();
    const failures = [
      ...consumers.gaveUp,
      ...(isCutShort ? [] : consumers.left),
      ...(await judgeFiles(product.dataDir, consumers.acknowledged)),
    ];
    if (failures.length > 0) {
      const { seed = 0, stage = 'traffic' } = points.at(-1) ?? {};
      yield { seed, stage, place: null, failures };
    }
  } finally {
    consumers.leave();
    await product.remove();
    await rm(folder, { recursive: true, force: true });
  }
}

/** What is wrong with the files of a product that was killed, read in a copy that nobody starts. */
async function judgeCopy(
  dataDir: string,
  folder: string,
  acknowledged: Acknowledged,
): Promise<string[]> {
  const copy = await mkdtemp(join(folder, 'copy-'));
  await cp(dataDir, copy, { recursive: true, filter: (path) => !path.endsWith('.sock') });
  try {
    return await judgeFiles(copy, acknowledged);
  } finally {
    await rm(copy, { recursive: true });
  }
}

export async function judgeFiles(dataDir: string, acknowledged: Acknowledged): Promise<string[]> {
  const broken = ['bff', 'lending'].flatMap((part) => brokenIn(join(dataDir, `${part}.db`)));
  return [...broken, ...wrongIn(await readSqliteLedger(dataDir, acknowledged))];
}

function brokenIn(file: string): string[] {
  if (!existsSync(file)) return [`${file} is not there`];
  const database = new Database(file, { readonly: true });
  try {
    const pages = database.pragma('integrity_check', { simple: true });
    const keys = database.pragma('foreign_key_check') as unknown[];
    return [
      ...(pages === 'ok' ? [] : [`${file}: ${pages}`]),
      ...(keys.length === 0 ? [] : [`${file}: ${keys.length} rows refer to none`]),
    ];
  } finally {
    database.close();
  }
}
