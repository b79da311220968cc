import { count, type Figure, none, type Part } from '../bench/part.ts';
import { type NotedRun, noteRun, sumOf } from './noted-runs.ts';
import { runStreams, type StreamsReport, type StreamsRun } from './streams/run-streams.ts';

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
      'of them missed, or not within two minutes',
      sum(({ missed, late }) => missed + late),
    ),
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
