import { inParallel } from '../../helpers/in-parallel.ts';
import { type Product, serve } from '../../helpers/serve.ts';
import { until } from '../../helpers/until.ts';
import { randomOf, readyWithinMs } from '../crash-points/point.ts';
import { type Mistake, withMistake } from '../plant.ts';
import { startCuttingProxy } from './cutting-proxy.ts';
import { ListeningPage, type Seen } from './listening-page.ts';

/** A checkout has five sessions at most. */
const pagesPerCheckout = 4;
/** Without any trouble, once that is over. */
const lastSteps = 3;
const usualPatienceMs = 120_000;
const openedAtOnce = 16;
const retryMs = 20;
const merchant = 'pk_sandbox_hillside';

export interface StreamsRun {
  readonly seed: number;
  readonly listeners: number;
  /** Streams that are cut while they are heard. */
  readonly drops: number;
  /** By turns `kill -9` and SIGTERM. */
  readonly restarts: number;
  /** After which a step counts as missed. */
  readonly patienceMs?: number | undefined;
  /** In the product, to see that it is found. */
  readonly mistake?: Mistake | undefined;
}

export interface StreamsReport extends Omit<Seen, 'shown'> {
  readonly listeners: number;
  readonly drops: number;
  readonly restarts: number;
  /** Steps that the server made. */
  readonly steps: number;
  /** Pages that did not come to a step in time. */
  readonly late: number;
}

/**
 * Pages that follow checkouts by the widget's own client, over streams that are cut and a server that
 * ends. Each step of a checkout is made once all its pages show the one before it.
 */
export async function runStreams(run: StreamsRun): Promise<StreamsReport> {
  await using running = new AsyncDisposableStack();
  const random = randomOf(run.seed);
  let product: Product | undefined;
  let port = 0;
  let restarts = 0;
  let restarting = Promise.resolve();
  /** They are spread over the cuts. */
  const restartWhenDue = () => {
    const isDue = proxy.cuts * (run.restarts + 1) >= run.drops * (restarts + 1);
    if (!isDue || restarts >= run.restarts) return;
    restarts += 1;
    const end = restarts % 2 === 1 ? 'kill' : 'stop';
    restarting = restarting.then(async () => {
      await product?.[end]();
      await product?.start();
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
  const checkouts = Array.from({ length: Math.ceil(run.listeners / pagesPerCheckout) }, (_, at) =>
    Array.from(
      { length: Math.min(pagesPerCheckout, run.listeners - at * pagesPerCheckout) },
      () => new ListeningPage(proxy.url, merchant),
    ),
  );
  const pages = checkouts.flat();
  running.defer(() => {
    for (const page of pages) page.close();
  });
  await inParallel(openedAtOnce, checkouts, async ([first, ...others]) => {
    const handle = await (first as ListeningPage).open(returnUrl);
    for (const page of others) await page.join(handle);
  });
  for (const page of pages) page.listen();

  let [steps, late] = [0, 0];
  const { patienceMs = usualPatienceMs } = run;
  await Promise.all(
    checkouts.map(async (own) => {
      const [first] = own as [ListeningPage];
      let quiet = 0;
      for (let number = 1; quiet < lastSteps; number += 1) {
        if (proxy.cuts >= run.drops) quiet += 1;
        await changeAtLast(first, number, patienceMs);
        steps += 1;
        const shown = await Promise.all(own.map((page) => page.shows(number, patienceMs)));
        const missing = shown.filter((isShown) => !isShown).length;
        late += missing;
        if (missing > 0) return;
      }
    }),
  );
  await restarting;
  const sum = (count: (seen: Seen) => number) =>
    pages.reduce((total, { seen }) => total + count(seen), 0);
  return {
    listeners: pages.length,
    drops: proxy.cuts,
    restarts,
    steps,
    late,
    applied: sum(({ applied }) => applied),
    missed: sum(({ missed }) => missed),
    backwards: sum(({ backwards }) => backwards),
    sentAgain: sum(({ sentAgain }) => sentAgain),
    undone: sum(({ undone }) => undone),
  };
}

/** Tries until there is an answer: the server may be gone for a time. */
function changeAtLast(page: ListeningPage, number: number, withinMs: number): Promise<true> {
  const change = () =>
    page.change(number).then(
      () => true as const,
      () => undefined,
    );
  return until(`the step ${number}`, change, { withinMs, everyMs: retryMs });
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
