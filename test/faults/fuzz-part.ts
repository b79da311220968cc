import { count, type Figure, none, type Part } from '../bench/part.ts';
import { type FuzzReport, fuzz } from './fuzz/fuzz.ts';

const linesPrinted = 20;

/** Wild requests to every endpoint, as every content type. */
export function fuzzPart(options: { seed: number; requests: number }): Part {
  return {
    name: 'fuzz',
    title: `Wild requests to the Sponsor Lending API (seed ${options.seed})`,
    async run() {
      const report = await fuzz(options);
      const failures = [...report.serverErrors, ...report.unfit];
      for (const line of failures.slice(0, linesPrinted)) console.error(line);
      return figures(report);
    },
  };
}

function figures(report: FuzzReport): Figure[] {
  const answered = Object.entries(report.statuses).map(([status, times]) =>
    count(`answered ${status}`, times),
  );
  return [
    count('requests', report.requests),
    count('endpoints', report.endpoints),
    ...answered,
    none('answers of 500 and above', report.serverErrors.length),
    none('answers not of their own form', report.unfit.length),
    { name: 'slowest answer', value: report.slowestMs, unit: 'ms', atMost: 1_000 },
  ];
}
