import { setTimeout as sleep } from 'node:timers/promises';
import type { CheckoutSession } from '../../widget/contract/checkout.ts';
import { applicantMaker, applicationRequest, openCheckouts } from '../bench/checkouts.ts';
import { LoadGenerator, type LoadRequest } from '../bench/load/load.ts';
import { type RateSecond, sendAtRate } from '../bench/load/rate.ts';
import type { Figure, Part } from '../bench/part.ts';
import { residentBytes } from '../bench/process-usage.ts';
import { type Product, serve } from '../helpers/serve.ts';
import { type NotedRun, noteRun, sumOf } from './noted-runs.ts';

/** As many as make full use of the product. */
const peakConcurrency = 32;
/** Open connections of all who want something at the same time. */
const connections = 1_000;
const times = 5;
/** Of the peak, after the overload. */
const calmShare = 0.4;
/** An answer that a consumer does not wait for. */
const promptMs = 1_000;
const openedAtOnce = 2_000;
/** A merchant may open 60,000 a minute. */
const openedASecond = 900;

export interface OverloadOptions {
  /** Only the name of the run: nothing in it is random. */
  seed: number;
  seconds: number;
}

interface NotedOverload extends NotedRun {
  readonly runs: number;
  readonly seconds: number;
  /** Within these seconds. Until 2026-11-27 `answered` counted what came later, too. */
  readonly answeredInTime: number;
  /** As many as it can do in that time. */
  readonly possible: number;
  readonly failed: number;
  /** From the end of the overload. `secondsUntilPrompt` waited for all of its answers before. */
  readonly troubledSeconds: number;
  readonly residentMegabytes: number;
}

/** Soft pulls at five times the rate that the product can do, then less than it can do. */
export function overloadPart({ seed, seconds }: OverloadOptions): Part {
  return {
    name: 'overload',
    title: `${times} × as many soft pulls as it can do, for ${seconds} s (SQLite, one machine)`,
    async run() {
      const measured = await overload({ seconds });
      const { peak, overloaded, after, mostBytes } = measured;
      await noteRun<NotedOverload, 'runs'>('overload', 'runs', {
        from: seed,
        runs: 1,
        seconds,
        answeredInTime: sumOf(overloaded, ({ good }) => good),
        possible: Math.round(peak * seconds),
        failed: sumOf([...overloaded, ...after], ({ failed }) => failed),
        troubledSeconds: troubledSeconds(after),
        residentMegabytes: mostBytes / 1e6,
      });
      return figuresOf(measured);
    },
  };
}

export interface OverloadRun {
  seconds: number;
  /** Less than it can do, after that. */
  calmSeconds?: number;
  /** Soft pulls before any is counted. */
  warmUp?: number;
  /** Soft pulls by which its peak is found. */
  peakRequests?: number;
  /** After which a soft pull counts as failed. */
  timeoutMs?: number;
}

export async function overload({
  seconds,
  calmSeconds = 15,
  warmUp = 1_500,
  peakRequests = 3_000,
  timeoutMs = 10_000,
}: OverloadRun): Promise<Measured> {
  await using running = new AsyncDisposableStack();
  const product = await serve({ environment: { SERVE: 'bff,lending' } });
  running.defer(() => product.remove());
  const load = new LoadGenerator();
  running.defer(() => load.stop());
  const people = await peopleOf(product, load);
  const send = async (count: number) => {
    const requests = await people(count);
    const plan = { origin: product.bffUrl, requests, concurrency: peakConcurrency };
    return load.sendExpecting(200, plan);
  };
  await send(warmUp);
  const { perSecond: peak } = await send(peakRequests);
  // Half as many again as can be answered, and those that are open at the end.
  const crowd = Math.ceil(peak * (seconds + calmShare * calmSeconds) * 1.5) + connections;
  const requests = await people(crowd);
  const memory = watchMemory(product.pid);
  running.defer(async () => void (await memory.stop()));
  const all = await sendAtRate({
    origin: product.bffUrl,
    requests,
    steps: [
      { perSecond: peak * times, seconds },
      { perSecond: peak * calmShare, seconds: calmSeconds },
    ],
    connections,
    timeoutMs,
  });
  const [overloaded, after] = [all.slice(0, seconds), all.slice(seconds)];
  return { peak, overloaded, after, mostBytes: await memory.stop() };
}

/** Opens checkouts of people, each with the request by which they apply. */
async function peopleOf(
  product: Product,
  load: LoadGenerator,
): Promise<(count: number) => Promise<LoadRequest[]>> {
  const applicant = await applicantMaker(product);
  let serial = 0;
  return async (count) => {
    const sessions: CheckoutSession[] = [];
    while (sessions.length < count) {
      const size = Math.min(openedAtOnce, count - sessions.length);
      const withinLimit = sleep((size / openedASecond) * 1_000);
      sessions.push(...(await openCheckouts(product, load, size)));
      await withinLimit;
    }
    return sessions.map((session) => {
      serial += 1;
      return applicationRequest(product, session, applicant(serial));
    });
  };
}

function watchMemory(pid: number): { stop(): Promise<number> } {
  let most = 0;
  const look = async () => {
    most = Math.max(most, await residentBytes(pid));
  };
  const timer = setInterval(() => void look().catch(() => undefined), 500);
  return {
    stop: async () => {
      clearInterval(timer);
      await look();
      return most;
    },
  };
}

interface Measured {
  peak: number;
  overloaded: readonly RateSecond[];
  /** From the end of the overload until the last answer. */
  after: readonly RateSecond[];
  mostBytes: number;
}

function figuresOf({ peak, overloaded, after, mostBytes }: Measured): Figure[] {
  const all = [...overloaded, ...after];
  const sum = (key: 'sent' | 'shed' | 'good') => sumOf(overloaded, (second) => second[key]);
  const goodput = sum('good') / overloaded.length;
  return [
    { name: 'peak of its answers', value: peak, unit: 'a second' },
    { name: 'sent', value: sum('sent') / overloaded.length, unit: 'a second' },
    { name: 'answered', value: goodput, unit: 'a second' },
    { name: 'answered, of the peak', value: (100 * goodput) / peak, unit: '%', atLeast: 80 },
    { name: 'told to come later', value: sum('shed') / overloaded.length, unit: 'a second' },
    { name: 'failed otherwise', value: sumOf(all, ({ failed }) => failed), unit: '', atMost: 0 },
    ...failuresOf(all),
    {
      name: `until all are answered within ${promptMs / 1_000} s again`,
      value: troubledSeconds(after),
      unit: 's',
      atMost: 5,
    },
    { name: 'most resident memory', value: mostBytes / 1e6, unit: 'MB', atMost: 512 },
  ];
}

/** Up to the last second that was not yet as it should be. */
function troubledSeconds(after: readonly RateSecond[]): number {
  const isTroubled = ({ shed, failed, slowestGoodMs }: RateSecond) =>
    shed + failed > 0 || slowestGoodMs > promptMs;
  return after.findLastIndex(isTroubled) + 1;
}

/** How often in which way. */
function failuresOf(seconds: readonly RateSecond[]): Figure[] {
  const times = new Map<string, number>();
  for (const [kind, count] of seconds.flatMap(({ failures }) => Object.entries(failures))) {
    times.set(kind, (times.get(kind) ?? 0) + count);
  }
  return [...times].map(([kind, value]) => ({ name: `  ${kind}`, value, unit: '' }));
}
