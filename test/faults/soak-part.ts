import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectInspector, type Inspector } from '../bench/inspector.ts';
import type { Figure, Part } from '../bench/part.ts';
import { connectionsTo, openDescriptors, residentBytes } from '../bench/process-usage.ts';
import { freePort } from '../helpers/free-ports.ts';
import { type Product, serve } from '../helpers/serve.ts';
import { Consumers, capacityOf } from './consumers.ts';
import { readSqliteLedger, wrongIn } from './ledger.ts';
import { type NotedRun, noteRun } from './noted-runs.ts';
import { drawSoak } from './soak/draw-soak.ts';

const patienceMs = 120_000;
/** Nobody presses sooner: tries in a row would make of one crowd the next. */
const pauseMs = 3_000;
const samples = 60;
const shortestPauseMs = 2_000;
/** Until the code is compiled and the caches are full, memory grows: what is compared comes after. */
const settledShare = 0.25;
/** Of the process itself, once nobody is connected, beside before. */
export const mostMoreDescriptors = 5;
/** As many as the BFF may have at a time. */
const mostToLender = 64;
/** A shorter run does not show what grows slowly: it is not noted. */
const notedMinutes = 120;

/** What the product holds at a time. */
export interface SoakSample {
  minutes: number;
  /** Megabytes that are left after a collection of all garbage. */
  heap: number;
  /** Megabytes. */
  resident: number;
  descriptors: number;
  /** Megabytes of both databases' logs. */
  wal: number;
}

interface NotedSoak extends NotedRun {
  readonly runs: number;
  readonly minutes: number;
  readonly checkouts: number;
  readonly gaveUp: number;
  readonly wrong: number;
  readonly samples: readonly SoakSample[];
  /** Before the first checkout of them and after the last, with nobody connected. */
  readonly before: IdleDescriptors;
  readonly after: IdleDescriptors;
}

/** What is open while nobody uses the product. */
interface IdleDescriptors {
  /** Without both ends of the BFF's connections to the lender. */
  readonly descriptors: number;
  /** It goes on reading the loans whose money is not transferred yet. */
  readonly connectionsToLender: number;
}

/** Whole checkouts at half of what the product can do, for so long. */
export function soakPart({ minutes }: { minutes: number }): Part {
  return {
    name: 'soak',
    title: `Whole checkouts at half of capacity, for ${minutes} min (SQLite)`,
    async run() {
      const report = await soak({ minutes });
      const { perSecond, checkouts, gaveUp, wrong, taken, before, after } = report;
      const picture = join(import.meta.dirname, '../../.bench/soak.svg');
      await writeFile(picture, drawSoak(taken));
      for (const line of gaveUp) console.error(line);
      if (minutes >= notedMinutes) {
        await noteRun<NotedSoak, 'runs'>('soak', 'runs', {
          from: 1,
          runs: 1,
          minutes,
          checkouts,
          gaveUp: gaveUp.length,
          wrong: wrong.length,
          samples: taken,
          before,
          after,
        });
      }
      return [
        { name: 'checkouts a second', value: perSecond, unit: '' },
        { name: 'checkouts that came to their outcome', value: checkouts, unit: '' },
        { name: 'that did not', value: gaveUp.length, unit: '', atMost: 0 },
        { name: 'lost or doubled', value: wrong.length, unit: '', atMost: 0 },
        ...figuresOf(taken),
        {
          name: 'descriptors once nobody is connected, without those to the lender, beside before',
          value: Math.max(0, after.descriptors - before.descriptors),
          unit: 'more',
          atMost: mostMoreDescriptors,
        },
        {
          name: 'connections to the lender then',
          value: after.connectionsToLender,
          unit: '',
          atMost: mostToLender,
        },
      ];
    },
  };
}

export interface SoakRun {
  minutes: number;
  /** For which its capacity is measured. */
  capacityMs?: number;
  /** Past what Node and undici keep an idle connection for. */
  idleMs?: number;
}

export interface SoakReport {
  /** Checkouts. */
  perSecond: number;
  /** Of them those that came to their outcome. */
  checkouts: number;
  gaveUp: readonly string[];
  /** What is lost or doubled. */
  wrong: readonly string[];
  taken: readonly SoakSample[];
  before: IdleDescriptors;
  after: IdleDescriptors;
}

export async function soak({ minutes, capacityMs, idleMs = 15_000 }: SoakRun): Promise<SoakReport> {
  await using running = new AsyncDisposableStack();
  const port = await freePort();
  const product = await serve({
    environment: { SERVE: 'bff,lending', NODE_OPTIONS: `--inspect=127.0.0.1:${port}` },
  });
  running.defer(() => product.remove());
  const inspector = await connectInspector(port);
  running.defer(() => inspector.close());
  const perSecond = (await capacityOf(product, capacityMs)) / 2;
  const before = await idleDescriptors(product, idleMs);
  const consumers = new Consumers(product, { patienceMs, pauseMs });
  running.defer(() => consumers.leave());
  const endsAt = performance.now() + minutes * 60_000;
  const walking = walkSteadily(consumers, perSecond, endsAt);
  const taken = await takeSamples(product, inspector, minutes, endsAt);
  await walking;
  const after = await idleDescriptors(product, idleMs);
  inspector.close();
  await product.stop();
  const { arrived: checkouts, gaveUp, acknowledged } = consumers;
  const wrong = wrongIn(await readSqliteLedger(product.dataDir, acknowledged));
  return { perSecond, checkouts, gaveUp, wrong, taken, before, after };
}

/** Under load most are connections, as many as the slowest moment of the last seconds had calls. */
async function idleDescriptors(
  { pid, lendingUrl }: Product,
  idleMs: number,
): Promise<IdleDescriptors> {
  await sleep(idleMs);
  const connectionsToLender = await connectionsTo(pid, Number(new URL(lendingUrl).port));
  // The same process serves the lender: it has the other ends too.
  const descriptors = (await openDescriptors(pid)) - 2 * connectionsToLender;
  return { descriptors, connectionsToLender };
}

/** Begins a checkout by the clock, however long those before it take. */
async function walkSteadily(
  consumers: Consumers,
  perSecond: number,
  endsAt: number,
): Promise<void> {
  const walks: Promise<void>[] = [];
  while (performance.now() < endsAt) {
    walks.push(consumers.walk());
    await sleep(1_000 / perSecond);
  }
  await Promise.all(walks);
}

async function takeSamples(
  product: Product,
  inspector: Inspector,
  minutes: number,
  endsAt: number,
): Promise<SoakSample[]> {
  const began = endsAt - minutes * 60_000;
  const pauseMs = Math.max(shortestPauseMs, (minutes * 60_000) / samples);
  const taken: SoakSample[] = [];
  while (performance.now() + pauseMs < endsAt) {
    await sleep(pauseMs);
    // Before the collection: while it stops the process, connections pile up.
    const descriptors = await openDescriptors(product.pid);
    await inspector.collectGarbage();
    const heap = Number(await inspector.evaluate('process.memoryUsage().heapUsed'));
    const files = await Promise.all(
      ['bff.db-wal', 'lending.db-wal'].map((file) => stat(join(product.dataDir, file))),
    );
    taken.push({
      minutes: (performance.now() - began) / 60_000,
      heap: heap / 1e6,
      resident: (await residentBytes(product.pid)) / 1e6,
      descriptors,
      wal: files.reduce((sum, { size }) => sum + size, 0) / 1e6,
    });
  }
  return taken;
}

function figuresOf(taken: readonly SoakSample[]): Figure[] {
  const settled = taken.slice(Math.floor(taken.length * settledShare));
  const [first] = settled;
  const last = settled.at(-1);
  if (first === undefined || last === undefined) throw new Error('the soak was too short');
  const most = (key: keyof SoakSample) => Math.max(...taken.map((sample) => sample[key]));
  const residentChange = Math.max(0, 100 * (last.resident / first.resident - 1));
  return [
    { name: 'heap after collection, at the end', value: last.heap, unit: 'MB' },
    {
      name: 'it grows by',
      value: Math.max(0, 60 * slopeOf(settled)),
      unit: 'MB an hour',
      atMost: 2,
    },
    { name: 'resident memory, at the end', value: last.resident, unit: 'MB' },
    {
      name: 'beside that after a quarter of the time',
      value: residentChange,
      unit: '% more',
      atMost: 10,
    },
    { name: 'largest logs of SQLite, together', value: most('wal'), unit: 'MB', atMost: 64 },
  ];
}

/** Megabytes of heap a minute, by least squares. */
function slopeOf(taken: readonly SoakSample[]): number {
  const mean = (of: (sample: SoakSample) => number) =>
    taken.reduce((sum, sample) => sum + of(sample), 0) / taken.length;
  const at = mean(({ minutes }) => minutes);
  const heap = mean((sample) => sample.heap);
  const shared = mean((sample) => (sample.minutes - at) * (sample.heap - heap));
  return shared / mean(({ minutes }) => (minutes - at) ** 2);
}
