import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { count, type Figure, none, type Part } from '../bench/part.ts';
import { scratchRoot } from '../helpers/scratch.ts';
import { type Product, serve } from '../helpers/serve.ts';
import { until } from '../helpers/until.ts';
import { NotingClient } from './acknowledged.ts';
import { Consumers } from './consumers.ts';
import { randomOf } from './crash-points/point.ts';
import { judgeFiles } from './crash-points/sqlite-points.ts';
import { type Injection, reasonToSkipStrace, Tracer, tracer } from './crash-points/strace.ts';
import type { Random } from './fuzz/random.ts';

/** A disk on which writes fail, syncs fail, or are slow: from one call on, until it is well again. */
const troubles: readonly { name: string; injection: Omit<Injection, 'nth' | 'isOnwards'> }[] = [
  { name: 'a full disk', injection: { calls: ['pwrite64'], effect: 'ENOSPC' } },
  { name: 'writes that fail', injection: { calls: ['pwrite64'], effect: 'EIO' } },
  { name: 'syncs that fail', injection: { calls: ['fsync'], effect: 'EIO' } },
  { name: 'syncs of 2 ms', injection: { calls: ['fsync'], effect: { delayMs: 2 } } },
  { name: 'syncs of 10 ms', injection: { calls: ['fsync'], effect: { delayMs: 10 } } },
  { name: 'syncs of 50 ms', injection: { calls: ['fsync'], effect: { delayMs: 50 } } },
];

/** With which a process ends whose disk failed. */
const EX_IOERR = 74;

const environment = { SERVE: 'bff,lending' };
const consumersAtOnce = 8;
const patienceMs = 300_000;
const answeredWithinMs = 15_000;
const wellWithinMs = 5_000;
const endsWithinMs = 20_000;
const probeEveryMs = 40;
/** Before these a start can be stopped: enough of them to be in its middle. */
const startCalls = 60;

export interface DiskReport {
  rounds: number;
  /** Of the probes during the trouble. */
  answers: Record<string, number>;
  slowestMs: number;
  /** Processes that ended by themselves. */
  ended: number;
  /** Starts that were refused, each in one line. */
  refusedStarts: number;
  failures: string[];
}

/** The disk of a product under load is full, broken or slow for a time, again and again. */
export function diskPart({ seed, rounds }: { seed: number; rounds: number }): Part {
  return {
    name: 'disk',
    title: `A disk that is full, fails or is slow, under load (seed ${seed})`,
    async run() {
      const reason = await reasonToSkipStrace();
      if (reason !== false) throw new Error(`disk: ${reason} (Debian: apt install strace)`);
      const report = await troubleDisk({ seed, rounds });
      for (const failure of report.failures) console.error(failure);
      return figuresOf(report);
    },
  };
}

export interface DiskOptions {
  seed: number;
  rounds: number;
  /** The last consumers are not waited for, whose lost answers take a minute. */
  isCutShort?: boolean;
}

export async function troubleDisk({
  seed,
  rounds,
  isCutShort = false,
}: DiskOptions): Promise<DiskReport> {
  const folder = await mkdtemp(join(await scratchRoot(), 'disk-'));
  const product = await serve({ environment, root: folder });
  const consumers = new Consumers(product, { patienceMs });
  const report: DiskReport = {
    rounds,
    answers: {},
    slowestMs: 0,
    ended: 0,
    refusedStarts: 0,
    failures: [],
  };
  let isOver = false;
  const walking = consumers.keepWalking(consumersAtOnce, () => isOver);
  try {
    for (let round = 0; round < rounds; round += 1) {
      await troubleOnce({
        product,
        consumers,
        report,
        random: randomOf(seed + round),
        round,
        folder,
      });
    }
    isOver = true;
    if (isCutShort) consumers.leave();
    await walking;
    await product.stop();
    await refuseStart({ product, report, random: randomOf(seed), folder });
    report.failures.push(
      ...consumers.gaveUp,
      ...(await judgeFiles(product.dataDir, consumers.acknowledged)),
    );
    return report;
  } finally {
    consumers.leave();
    await product.remove();
    await rm(folder, { recursive: true, force: true });
  }
}

interface Round {
  product: Product;
  consumers: Consumers;
  report: DiskReport;
  random: Random;
  round: number;
  folder: string;
}

async function troubleOnce(given: Round): Promise<void> {
  const { product, consumers, report, random, round, folder } = given;
  const trouble = troubles[round % troubles.length];
  if (trouble === undefined) return;
  const { name, injection } = trouble;
  const logFile = join(folder, 'strace.log');
  await sleep(random.below(300));
  const tracing = await Tracer.attach(
    [product.pid],
    { ...injection, nth: 1 + random.below(40), isOnwards: true },
    { logFile },
  );
  let endedWith: number | null | undefined;
  void product.ended().then((code) => {
    endedWith = code;
  });
  // A process whose disk fails is to end, however long a busy machine takes to the first such call.
  const lastsMs = injection.effect === 'EIO' ? endsWithinMs : 1_000 + random.below(2_000);
  const until = performance.now() + lastsMs;
  const probes: Promise<void>[] = [];
  while (performance.now() < until && endedWith === undefined) {
    probes.push(probe(given, name));
    await sleep(probeEveryMs);
  }
  await tracing.detach();
  await Promise.all(probes);
  const wanted = (await isToEnd(injection, logFile)) ? EX_IOERR : undefined;
  if (endedWith !== wanted) {
    report.failures.push(`round ${round}, ${name}: ended with ${endedWith}, and not ${wanted}`);
  }
  if (endedWith !== undefined) {
    report.ended += 1;
    await startChecked(product, report);
  }
  await becomesWell(product, consumers).catch((error: unknown) => {
    report.failures.push(`round ${round}, after ${name}: ${error}`);
  });
}

/** A write or sync has failed: nothing may be answered from then on. */
async function isToEnd({ effect }: { effect: Injection['effect'] }, logFile: string) {
  return effect === 'EIO' && /\(INJECTED\)/.test(await readFile(logFile, 'utf8'));
}

/** A start that checks what the disk has kept. */
async function startChecked(product: Product, { failures }: DiskReport): Promise<void> {
  const marks = async () =>
    (await readdir(product.dataDir)).filter((name) => name.endsWith('.db-failed'));
  if ((await marks()).length === 0) failures.push('nothing tells the next start to check');
  await product.kill();
  await product.start();
  if ((await marks()).length > 0) failures.push('the start did not check the database');
}

/** A consumer opens a checkout, which is one write of the BFF. */
async function probe({ product, consumers, report, round }: Round, trouble: string): Promise<void> {
  const { bffUrl, demoUrl } = product;
  const client = new NotingClient({ bffUrl, origin: demoUrl }, consumers.acknowledged);
  const began = performance.now();
  const status = await statusOf(client);
  const tookMs = performance.now() - began;
  report.slowestMs = Math.max(report.slowestMs, tookMs);
  const answer = `${trouble}: ${status}`;
  report.answers[answer] = (report.answers[answer] ?? 0) + 1;
  if (status.startsWith('500')) report.failures.push(`round ${round}, ${answer}`);
  if (tookMs > answeredWithinMs) {
    report.failures.push(`round ${round}, ${trouble}: answered after ${Math.round(tookMs)} ms`);
  }
}

/** Of an answer, with its code; or that the connection broke. */
async function statusOf(client: NotingClient): Promise<string> {
  try {
    await client.open({ amount: '8400.00' });
    return '201';
  } catch (error) {
    if (!(error instanceof Error && 'answer' in error)) return 'no answer';
    const { status, body } = error.answer as { status: number; body: { code?: string } };
    return `${status} ${body.code ?? 'without a code'}`;
  }
}

async function becomesWell({ bffUrl, demoUrl }: Product, consumers: Consumers): Promise<void> {
  const isWell = async () => {
    const client = new NotingClient({ bffUrl, origin: demoUrl }, consumers.acknowledged);
    return (await statusOf(client)) === '201' || undefined;
  };
  await until('a checkout can be opened', isWell, { withinMs: wellWithinMs });
}

/** An empty folder whose disk takes nothing from some write on: one line, and a start once it does. */
async function refuseStart({
  report,
  random,
  folder,
}: Omit<Round, 'consumers' | 'round'>): Promise<void> {
  for (const { name, injection } of troubles.filter(
    ({ injection: { effect } }) => typeof effect === 'string',
  )) {
    const product = await serve({ environment, root: folder, isStopped: true });
    const command = tracer(
      { ...injection, nth: 1 + random.below(startCalls), isOnwards: true },
      join(folder, 'strace.log'),
    );
    try {
      const error = await product.start(command).then(
        () => new Error('it started'),
        (refused: Error) => refused,
      );
      // Once the database is open, the log has the line.
      const line = /^(?:\S+ cannot be written: .*|\{.*"event":"database_failed",.*\})$/m;
      const isOneLine = line.test(error.message) && !/^ +at /m.test(error.message);
      if (isOneLine) report.refusedStarts += 1;
      else report.failures.push(`a start with ${name}: ${error.message}`);
      await product.start();
    } finally {
      await product.remove();
    }
  }
}

function figuresOf(report: DiskReport): Figure[] {
  return [
    count('times that the disk was in trouble', report.rounds),
    ...Object.entries(report.answers)
      .toSorted(([one], [other]) => one.localeCompare(other))
      .map(([answer, times]) => count(`  ${answer}`, times)),
    { name: 'slowest answer', value: report.slowestMs, unit: 'ms', atMost: answeredWithinMs },
    count('processes that ended by themselves', report.ended),
    count('starts refused in one line', report.refusedStarts),
    none('of all that: wrong', report.failures.length),
  ];
}
