import { count, type Figure, none, type Part } from '../bench/part.ts';
import { callbackCases, caseOf } from './callbacks/order.ts';
import { type CallbacksReport, runCallbacksInThreads } from './callbacks/run-callbacks.ts';
import { type NotedRun, noteRun, sumOf } from './noted-runs.ts';

/** Noted together, since they are every order once: of a run that is ended early, no more is lost. */
const ordersNoted = 720;
const linesPrinted = 20;

interface OrdersRun extends NotedRun {
  readonly orders: number;
  readonly callbacks: number;
  readonly wrongs: readonly string[];
}

export interface CallbacksOptions {
  /** Of the first order. */
  seed: number;
  orders: number;
}

/** Six callbacks of the lender about one checkout, in every order, each once or twice. */
export function callbacksPart({ seed, orders }: CallbacksOptions): Part {
  return {
    name: 'callbacks',
    title: `Callbacks in any order, each once or twice (seed ${seed})`,
    async run() {
      const reports: CallbacksReport[] = [];
      let runs: OrdersRun[] = [];
      for (let from = seed; from < seed + orders; from += ordersNoted) {
        const count = Math.min(ordersNoted, seed + orders - from);
        const seeds = Array.from({ length: count }, (_none, index) => from + index);
        const report = await runCallbacksInThreads({ seeds });
        for (const line of report.wrongs.slice(0, linesPrinted)) console.error(line);
        reports.push(report);
        const { flows, callbacks, wrongs } = report;
        runs = await noteRun<OrdersRun, 'orders'>('callbacks', 'orders', {
          from,
          orders: flows,
          callbacks,
          wrongs,
        });
      }
      return figuresOf(reports, runs);
    },
  };
}

function figuresOf(reports: readonly CallbacksReport[], runs: readonly OrdersRun[]): Figure[] {
  return [
    count(
      'checkouts, each with callbacks in an order of its own',
      sumOf(reports, ({ flows }) => flows),
    ),
    none(
      'what was not as it should be at their end',
      sumOf(reports, ({ wrongs }) => wrongs.length),
    ),
    count(
      'checkouts of all runs, each seed once',
      sumOf(runs, (run) => run.orders),
    ),
    count(`of ${callbackCases}, every order over each of both lenders`, casesIn(runs)),
    count(
      'callbacks',
      sumOf(runs, ({ callbacks }) => callbacks),
    ),
    none(
      'what was not as it should be in all runs',
      sumOf(runs, ({ wrongs }) => wrongs.length),
    ),
  ];
}

/** How many different ones came up. */
function casesIn(runs: readonly OrdersRun[]): number {
  const seeds = runs.flatMap(({ from, orders }) =>
    Array.from({ length: orders }, (_none, index) => from + index),
  );
  return new Set(seeds.map((seed) => Object.values(caseOf(seed)).join())).size;
}
