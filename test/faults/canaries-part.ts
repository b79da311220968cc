import { count, type Figure, none, type Part } from '../bench/part.ts';
import { plantedLeaks } from './canaries/planted-leaks.ts';
import { type CanariesReport, runCanaries } from './canaries/run-canaries.ts';
import { type NamedMistake, NotedMistakes } from './noted-mistakes.ts';
import { type NotedRun, notedRuns, noteRun, sumOf } from './noted-runs.ts';

const linesPrinted = 20;
/** Of one product: it has files of its own, all of which are searched. */
const applicationsOfProduct = 2_000;
/** Enough for one in each of the ways. */
const applicationsWithMistake = 13;

interface CanariesNote extends NotedRun {
  readonly applications: number;
  readonly accounts: number;
  readonly bytes: number;
  readonly hits: number;
}

/** Applicants whose data stands nowhere but where it must be, and mistakes that let it stand elsewhere. */
export function canariesPart({ seed, applications }: { seed: number; applications: number }): Part {
  return {
    name: 'canaries',
    title: `What applicants say, sought in all that is written and sent (from applicant ${seed})`,
    async run() {
      const reports: CanariesReport[] = [];
      for (let done = 0; done < applications; done += applicationsOfProduct) {
        const from = seed + done;
        const share = Math.min(applicationsOfProduct, applications - done);
        const report = await runCanaries({ from, applications: share });
        for (const hit of report.hits.slice(0, linesPrinted)) console.error(`from ${from}: ${hit}`);
        reports.push(report);
        await noteRun<CanariesNote, 'applications'>('canaries', 'applications', {
          from,
          applications: report.applications,
          accounts: report.accounts,
          bytes: report.bytes,
          hits: report.hits.length,
        });
      }
      const runs = await notedRuns<CanariesNote, 'applications'>('canaries', 'applications');
      const noted = new NotedMistakes('canaries-planted', plantedLeaks);
      const sought = await noted.seekAll(async (mistake) => ({ wrong: await findLeak(mistake) }));
      const found = sought.filter(({ wrong }) => wrong !== '');
      return [
        ...figuresOf(reports),
        count(
          'applicants of all runs, each once',
          sumOf(runs, (run) => run.applications),
        ),
        none(
          'places with what they said',
          sumOf(runs, (run) => run.hits),
        ),
        { ...count('planted leaks', sought.length), atLeast: plantedLeaks.length },
        none('of them not found', sought.length - found.length),
      ];
    },
  };
}

/** Where a product with this mistake lets something stand. @returns nothing when it is found nowhere */
export async function findLeak(mistake: NamedMistake): Promise<string> {
  const { hits } = await runCanaries({ from: 0, applications: applicationsWithMistake, mistake });
  return hits.join(', ');
}

function figuresOf(reports: readonly CanariesReport[]): Figure[] {
  return [
    count(
      'applicants',
      sumOf(reports, (report) => report.applications),
    ),
    count(
      'merchants’ bank accounts',
      sumOf(reports, (report) => report.accounts),
    ),
    { name: 'searched', value: sumOf(reports, (report) => report.bytes) / 1e6, unit: 'MB' },
    none(
      'places with what they said, here',
      sumOf(reports, (report) => report.hits.length),
    ),
  ];
}
