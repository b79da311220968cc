import { inParallel } from '../../helpers/in-parallel.ts';
import { type Product, serve } from '../../helpers/serve.ts';
import { until } from '../../helpers/until.ts';
import { randomOf, readyWithinMs } from '../crash-points/point.ts';
import { type Mistake, withMistake } from '../plant.ts';
import { startCuttingProxy } from './cutting-proxy.ts';
import { ListeningPage, type Seen } from './listening-page.ts';

/** A checkout has five sessions at most. */
const pagesPerCheckout = 4;
/** One right after the other, before its pages are waited for. */
const mostStepsAtOnce = 3;
/** Without any trouble, once that is over: each comes by a stream that is open. */
const lastSteps = 3;
const patienceMs = 120_000;
const usualPromptMs = 2_000;
const checkoutsAtOnce = 16;
const retryMs = 20;
const merchant = 'pk_sandbox_hillside';

export interface StreamsRun {
  readonly seed: number;
  readonly listeners: number;
  /** Streams that are cut while they are heard. */
  readonly drops: number;
  /** By turns `kill -9` and SIGTERM. */
  readonly restarts: number;
  /** In which a page shows a step once nothing is cut any more: two seconds when absent. */
  readonly promptMs?: number;
  /** In the product, to see that it is found. */
  readonly mistake?: Mistake | undefined;
}

export interface StreamsReport extends Omit<Seen, 'shown'> {
  readonly listeners: number;
  readonly drops: number;
  readonly restarts: number;
  /** Steps that the server made. */
  readonly steps: number;
  /**
   * How often a page did not come to the newest step, or to a later one, in time: two minutes, and
   * `promptMs` once nothing is cut any more.
   */
  readonly late: number;
  /** From the answer to a change until a page shows it, of 99 in a hundred. */
  readonly waitP99Ms: number;
  /** The same of those at whose time the server was there. */
  readonly servedP99Ms: number;
}

/**
 * Pages that follow checkouts by the widget's own client, over streams that are cut and a server that
 * ends. Half of the pages have nothing but their streams.
 */
export async function runStreams(run: StreamsRun): Promise<StreamsReport> {
  await using running = new AsyncDisposableStack();
  const { promptMs = usualPromptMs } = run;
  const random = randomOf(run.seed);
  let product: Product | undefined;
  let port = 0;
  const restarts: Restarts = { begun: 0, over: 0 };
  let restarting = Promise.resolve();
  /** They are spread over the cuts. */
  const restartWhenDue = () => {
    const isDue = proxy.cuts * (run.restarts + 1) >= run.drops * (restarts.begun + 1);
    if (!isDue || restarts.begun >= run.restarts) return;
    restarts.begun += 1;
    const end = restarts.begun % 2 === 1 ? 'kill' : 'stop';
    restarting = restarting.then(async () => {
      await product?.[end]();
      await product?.start();
      restarts.over += 1;
    });
  };
  const proxy = await startCuttingProxy({
    port: () => port,
    random,
    most: run.drops,
    onCut: restartWhenDue,
  });
  running.defer(() => proxy.close());
  product = await serve({
    readyWithinMs,
    environment: {
      BFF_PUBLIC_URL: proxy.url,
      LOG_LEVEL: 'silent',
      ...withMistake(run.mistake),
    },
  });
  running.defer(() => product?.remove());
  port = Number(new URL(product.bffUrl).port);
  running.use(fetchFrom(product.demoUrl));

  const returnUrl = `${product.demoUrl}/`;
  const checkouts = Array.from(
    { length: Math.ceil(run.listeners / pagesPerCheckout) },
    (_, at) => new FollowedCheckout(proxy.url, run.listeners - at * pagesPerCheckout, restarts),
  );
  const pages = checkouts.flatMap((checkout) => checkout.pages);
  running.defer(() => {
    for (const page of pages) page.close();
  });
  await inParallel(checkoutsAtOnce, checkouts, (checkout) => checkout.open(returnUrl));
  for (const page of pages) page.listen();

  await Promise.all(
    checkouts.map(async (checkout) => {
      while (proxy.cuts < run.drops && checkout.late === 0)
        await checkout.advance(1 + random.below(mostStepsAtOnce), patienceMs);
    }),
  );
  await restarting;
  await inParallel(checkoutsAtOnce, checkouts, async (checkout) => {
    for (let left = lastSteps; left > 0 && checkout.late === 0; left -= 1)
      await checkout.advance(1, promptMs);
  });
  const sum = (count: (seen: Seen) => number) =>
    pages.reduce((total, { seen }) => total + count(seen), 0);
  const waits = checkouts.flatMap((checkout) => checkout.waits);
  return {
    listeners: pages.length,
    drops: proxy.cuts,
    restarts: restarts.begun,
    steps: checkouts.reduce((total, { steps }) => total + steps, 0),
    late: checkouts.reduce((total, { late }) => total + late, 0),
    waitP99Ms: p99Of(waits),
    servedP99Ms: p99Of(waits.filter(({ isServed }) => isServed)),
    applied: sum(({ applied }) => applied),
    backwards: sum(({ backwards }) => backwards),
    sentAgain: sum(({ sentAgain }) => sentAgain),
    undone: sum(({ undone }) => undone),
  };
}

interface Restarts {
  begun: number;
  over: number;
}

interface Wait {
  ms: number;
  /** True if the server was there all the time. */
  isServed: boolean;
}

function p99Of(waits: readonly Wait[]): number {
  const sorted = waits.map(({ ms }) => ms).toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length * 0.99)] ?? 0;
}

/** A checkout, whose steps have numbers, and the pages that follow it. */
class FollowedCheckout {
  readonly pages: readonly ListeningPage[];
  steps = 0;
  late = 0;
  readonly waits: Wait[] = [];
  readonly #restarts: Readonly<Restarts>;

  constructor(server: string, mostPages: number, restarts: Readonly<Restarts>) {
    this.#restarts = restarts;
    this.pages = Array.from(
      { length: Math.min(pagesPerCheckout, mostPages) },
      (_, at) => new ListeningPage(server, merchant, { isByStreamAlone: at % 2 === 1 }),
    );
  }

  async open(returnUrl: string): Promise<void> {
    const [first, ...others] = this.pages as readonly [ListeningPage, ...ListeningPage[]];
    const handle = await first.open(returnUrl);
    for (const page of others) await page.join(handle);
  }

  /** Makes so many steps, then waits for its pages. */
  async advance(steps: number, withinMs: number): Promise<void> {
    const [first] = this.pages as [ListeningPage];
    for (const end = this.steps + steps; this.steps < end; this.steps += 1)
      await changeAtLast(first, this.steps + 1);
    const answeredAt = performance.now();
    const { begun, over } = this.#restarts;
    const waiting = this.pages.map(async (page) => {
      const isShown = await page.shows(this.steps, withinMs);
      if (!isShown) this.late += 1;
      const isServed = over === begun && begun === this.#restarts.begun;
      this.waits.push({ ms: performance.now() - answeredAt, isServed });
    });
    await Promise.all(waiting);
  }
}

/** Tries until there is an answer: the server may be gone for a time. */
function changeAtLast(page: ListeningPage, number: number): Promise<true> {
  const change = () =>
    page.change(number).then(
      () => true as const,
      () => undefined,
    );
  return until(`the step ${number}`, change, { withinMs: patienceMs, everyMs: retryMs });
}

/** What `fetch` sends as a browser would from a page of this origin, for as long as it is held. */
function fetchFrom(origin: string): Disposable {
  const plain = globalThis.fetch;
  globalThis.fetch = (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set('origin', origin);
    return plain(input, { ...init, headers });
  };
  return {
    [Symbol.dispose]: () => {
      globalThis.fetch = plain;
    },
  };
}
