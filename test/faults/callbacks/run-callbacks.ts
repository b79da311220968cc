import { availableParallelism } from 'node:os';
import { randomOf } from '../crash-points/point.ts';
import { inThread } from '../in-thread.ts';
import type { Mistake } from '../plant.ts';
import { Flow } from './flow.ts';
import { caseOf, type LenderKind, orderOf } from './order.ts';
import { type CallbacksTestbed, startCallbacksTestbed } from './testbed.ts';

/** The lists of a lender grow with its flows, and each is read as a whole: it is replaced in time. */
const flowsPerTestbed = 10;

export interface CallbacksReport {
  flows: number;
  callbacks: number;
  /** What did not end as it should, a sentence each. */
  wrongs: string[];
}

export interface CallbacksRun {
  /** Of a flow each, from 1. Its lender and its order follow from it. */
  readonly seeds: readonly number[];
  /** In the product, to see that it is found. */
  readonly mistake?: Mistake | undefined;
}

/** A checkout for each seed, one after the other. */
export async function runCallbacks({ seeds }: CallbacksRun): Promise<CallbacksReport> {
  const report: CallbacksReport = { flows: 0, callbacks: 0, wrongs: [] };
  const testbeds = new Testbeds();
  try {
    for (const seed of seeds) {
      const random = randomOf(seed);
      const { lender, number } = caseOf(seed);
      const order = orderOf(number, random);
      const testbed = await testbeds.for(lender);
      const wrongs = await new Flow(testbed, random)
        .run(order)
        .catch((error: unknown) => [error instanceof Error ? error.message : String(error)]);
      report.flows += 1;
      report.callbacks += order.length;
      const where = `--seed ${seed} --orders 1 (${lender}, ${order.join()})`;
      report.wrongs.push(...wrongs.map((wrong) => `${where}: ${wrong}`));
    }
  } finally {
    await testbeds.close();
  }
  return report;
}

/** One testbed a lender, each replaced by a new one in time. */
class Testbeds {
  readonly #open = new Map<LenderKind, { testbed: CallbacksTestbed; flows: number }>();

  async for(kind: LenderKind): Promise<CallbacksTestbed> {
    const open = this.#open.get(kind);
    if (open !== undefined && open.flows < flowsPerTestbed) {
      open.flows += 1;
      return open.testbed;
    }
    await open?.testbed.close();
    const testbed = await startCallbacksTestbed(kind);
    this.#open.set(kind, { testbed, flows: 1 });
    return testbed;
  }

  async close(): Promise<void> {
    for (const { testbed } of this.#open.values()) await testbed.close();
  }
}

/** The same in as many threads as there are processors. */
export async function runCallbacksInThreads({
  seeds,
  mistake,
}: CallbacksRun): Promise<CallbacksReport> {
  const threads = Math.max(1, Math.min(availableParallelism(), seeds.length));
  const size = Math.ceil(seeds.length / threads);
  const reports = await Promise.all(
    Array.from({ length: threads }, (_none, index) =>
      runInThread({ seeds: seeds.slice(index * size, (index + 1) * size), mistake }),
    ),
  );
  return {
    flows: reports.reduce((sum, { flows }) => sum + flows, 0),
    callbacks: reports.reduce((sum, { callbacks }) => sum + callbacks, 0),
    wrongs: reports.flatMap(({ wrongs }) => wrongs),
  };
}

function runInThread(run: CallbacksRun): Promise<CallbacksReport> {
  return inThread(new URL('./worker.ts', import.meta.url), run);
}
