import { on } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { scratchRoot } from '../../helpers/scratch.ts';
import type { Mistake } from '../plant.ts';
import type { WeekReport } from './week.ts';

/** As many as a small shop has in a week. */
const usualConsumers = 40;

export interface SimulationRun {
  readonly seeds: readonly number[];
  /** Of the run's databases, in memory. */
  readonly folder: string;
  readonly consumers: number;
  readonly isTold: boolean;
  readonly mistake?: Mistake | undefined;
}

/** The weeks of these seeds, one after the other, in a thread of their own; as they are over. */
export async function* simulate(
  options: Pick<SimulationRun, 'seeds'> & Partial<SimulationRun>,
): AsyncGenerator<WeekReport> {
  const run: SimulationRun = {
    folder: await mkdtemp(join(await scratchRoot(), 'simulation-')),
    consumers: usualConsumers,
    isTold: false,
    ...options,
  };
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: run });
  const failed = new AbortController();
  worker.once('error', (error) => failed.abort(error));
  let left = run.seeds.length;
  try {
    for await (const [report] of on(worker, 'message', { signal: failed.signal })) {
      yield report as WeekReport;
      left -= 1;
      if (left === 0) return;
    }
  } catch (error) {
    throw failed.signal.aborted ? failed.signal.reason : error;
  } finally {
    await worker.terminate();
    await rm(run.folder, { recursive: true, force: true });
  }
}
