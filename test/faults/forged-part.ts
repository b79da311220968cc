import { count, none, type Part } from '../bench/part.ts';
import { type ForgedReport, type ForgedRun, runForged } from './forged/run-forged.ts';
import { type NotedRun, noteRun, sumOf } from './noted-runs.ts';

const linesPrinted = 20;

type NotedForgeries = NotedRun & Omit<ForgedReport, 'kinds'> & { readonly runs: number };

/** Tokens, orders, handles, links, codes, logins and signatures that are nobody's, or somebody else's. */
export function forgedPart(run: ForgedRun): Part {
  return {
    name: 'forged',
    title: `Forged credentials (seed ${run.seed})`,
    async run() {
      const { kinds, ...report } = await runForged(run);
      for (const line of [...report.refused, ...report.accepted].slice(0, linesPrinted)) {
        console.error(line);
      }
      const runs = await noteRun<NotedForgeries, 'runs'>('forged', 'runs', {
        from: run.seed,
        runs: 1,
        ...report,
      });
      const sum = (count: (one: NotedForgeries) => number) => sumOf(runs, count);
      return [
        ...Object.entries(kinds).map(([kind, value]) => count(`forged ${kind}`, value)),
        none('of them accepted', report.accepted.length),
        none('good ones that were refused', report.refused.length),
        count('runs, each seed once', runs.length),
        count(
          '  forged',
          sum(({ forgeries }) => forgeries),
        ),
        none(
          '  of them accepted',
          sum(({ accepted }) => accepted.length),
        ),
        none(
          '  good ones that were refused',
          sum(({ refused }) => refused.length),
        ),
      ];
    },
  };
}
