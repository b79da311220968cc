import { count, type Figure, none, type Part } from '../bench/part.ts';
import { type NotedRun, noteRun, sumOf } from './noted-runs.ts';
import { runStreams, type StreamsReport, type StreamsRun } from './streams/run-streams.ts';

/** At the most, of 99 in a hundred. */
const resumedWithinS = 2;

type NotedStreams = NotedRun & StreamsReport & { readonly runs: number };

/** Pages that follow checkouts over streams that are cut, at a server that is killed and stopped. */
export function streamsPart(run: Omit<StreamsRun, 'mistake'>): Part {
  const { seed, listeners, drops, restarts } = run;
  return {
    name: 'streams',
    title: `${listeners} event streams, ${drops} times cut, ${restarts} restarts (seed ${seed})`,
    async run() {
      const report = await runStreams(run);
      const runs = await noteRun<NotedStreams, 'runs'>('streams', 'runs', {
        from: seed,
        runs: 1,
        ...report,
      });
      return [
        ...figuresOf([report]),
        count('runs, each seed once', runs.length),
        ...figuresOf(runs).map((figure) => ({ ...figure, name: `  ${figure.name}` })),
      ];
    },
  };
}

function figuresOf(reports: readonly StreamsReport[]): Figure[] {
  const sum = (read: (report: StreamsReport) => number) => sumOf(reports, read);
  const p99 = (
    name: string,
    read: (report: Partial<StreamsReport>) => number | undefined,
  ): Figure => {
    // The first run did not take it.
    const value = Math.max(...reports.map((report) => read(report) ?? 0)) / 1_000;
    return { name, value, unit: 's', atMost: resumedWithinS };
  };
  return [
    count(
      'listening pages',
      sum(({ listeners }) => listeners),
    ),
    count(
      'streams that were cut',
      sum(({ drops }) => drops),
    ),
    count(
      'restarts of the server',
      sum(({ restarts }) => restarts),
    ),
    count(
      'steps that pages were shown',
      sum(({ applied }) => applied),
    ),
    none(
      'pages that did not come to a step in time',
      sum(({ late }) => late),
    ),
    p99('until a page shows a step, p99', ({ waitP99Ms }) => waitP99Ms),
    p99('  where the server was there all the time', ({ servedP99Ms }) => servedP99Ms),
    none(
      'shown again after a later one',
      sum(({ backwards }) => backwards),
    ),
    none(
      'sent again to a page that had them',
      sum(({ sentAgain }) => sentAgain),
    ),
    none(
      'steps that the server lost',
      sum(({ undone }) => undone),
    ),
  ];
}
