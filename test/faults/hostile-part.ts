import { count, none, type Part } from '../bench/part.ts';
import { emptyReport } from './hostile/fuzz-addresses.ts';
import { addTo, runBatchesInThreads, usualBatch } from './hostile/run-hostile.ts';
import { type NotedRun, noteRun, sumOf } from './noted-runs.ts';

const linesPrinted = 20;
const requestsOfBatch = usualBatch.addresses + usualBatch.lending + usualBatch.merchant;

interface HostileRun extends NotedRun {
  readonly batches: number;
  readonly requests: number;
  /** Answers of 500 and above, that repeat what was sent, and that are not of their form. */
  readonly serverErrors: number;
  readonly echoes: number;
  readonly unfit: number;
}

/** Hostile requests to every address of BFF, lending service and demo, without sockets between. */
export function hostilePart({ seed, requests }: { seed: number; requests: number }): Part {
  return {
    name: 'hostile',
    title: `Hostile requests to every address (seed ${seed})`,
    async run() {
      const batches = Math.ceil(requests / requestsOfBatch);
      const seeds = Array.from({ length: batches }, (_none, index) => seed + index);
      const total = emptyReport();
      const unfit: string[] = [];
      let runs: HostileRun[] = [];
      let next = seed;
      const startedAt = performance.now();
      // Noted as they are over: of a run that is ended early, no more is lost.
      for await (const reports of runBatchesInThreads(seeds)) {
        for (const report of reports) {
          addTo(total, report);
          unfit.push(...report.unfit);
          const failures = [...report.serverErrors, ...report.echoes, ...report.unfit];
          for (const line of failures.slice(0, linesPrinted)) {
            console.error(`--seed ${report.seed}, ${line}`);
          }
        }
        runs = await noteRun<HostileRun, 'batches'>('hostile', 'batches', {
          from: next,
          batches: reports.length,
          requests: sumOf(reports, (report) => report.requests),
          serverErrors: sumOf(reports, (report) => report.serverErrors.length),
          echoes: sumOf(reports, (report) => report.echoes.length),
          unfit: sumOf(reports, (report) => report.unfit.length),
        });
        next += reports.length;
      }
      const seconds = (performance.now() - startedAt) / 1000;
      return [
        count('requests', total.requests),
        ...Object.entries(total.statuses).map(([status, times]) =>
          count(`answered ${status}`, times),
        ),
        none('answers of 500 and above', total.serverErrors.length),
        none('answers that repeat what was sent', total.echoes.length),
        none('answers not of their own form', unfit.length),
        { name: 'slowest answer', value: total.slowestMs, unit: 'ms' },
        { name: 'requests a second', value: total.requests / seconds, unit: '' },
        count(
          'requests of all runs, each seed once',
          sumOf(runs, (run) => run.requests),
        ),
        none(
          'of them answered by 500 and above, by what was sent, or not in form',
          sumOf(runs, (run) => run.serverErrors + run.echoes + run.unfit),
        ),
      ];
    },
  };
}
