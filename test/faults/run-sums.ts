import { amount } from '../bench/print-figures.ts';
import {
  type KeptMistake,
  type KeptReport,
  mistakeFiles,
  readMistakes,
  readReports,
} from './kept-notes.ts';
import { type NotedRun, rangeOf, readRuns } from './noted-runs.ts';

/** A part whose runs add up. */
interface SummedPart {
  /** The property that says how many cases a run has; their seeds must not be the same. */
  readonly size: string;
  readonly goal: number;
  /** The property that the goal counts, where that is not the size. */
  readonly counted?: string;
}

/** By the name under which their runs are noted; goals as README.md has them. */
export const summedParts: Readonly<Record<string, SummedPart>> = {
  simulation: { size: 'weeks', goal: 5_000 },
  'kills-sqlite': { size: 'kills', goal: 1_000 },
  'kills-postgres': { size: 'kills', goal: 1_000 },
  'crash-points-sqlite': { size: 'points', goal: 1_000, counted: 'reached' },
  'crash-points-postgres': { size: 'points', goal: 1_000, counted: 'reached' },
  network: { size: 'cases', goal: 2_880 },
  callbacks: { size: 'orders', goal: 92_160 },
  streams: { size: 'runs', goal: 20_000, counted: 'drops' },
  forged: { size: 'runs', goal: 100_000, counted: 'forgeries' },
  authorization: { size: 'rounds', goal: 100_000, counted: 'requests' },
  canaries: { size: 'applications', goal: 20_000 },
  hostile: { size: 'batches', goal: 500_000, counted: 'requests' },
  browser: { size: 'journeys', goal: 500 },
  overload: { size: 'runs', goal: 60, counted: 'seconds' },
  soak: { size: 'runs', goal: 120, counted: 'minutes' },
};

/** Of which the largest counts, and not the sum. */
const largest = new Set([
  'slowestMs',
  'waitP99Ms',
  'servedP99Ms',
  'secondsUntilPrompt',
  'troubledSeconds',
  'residentMegabytes',
]);
const ofNoCount = new Set(['from', 'ended_at', 'commit', 'wrongBefore']);

/** All that is kept as a page of Markdown: what was run when, of which code, and the sums. */
export async function renderRuns(folder: string): Promise<string> {
  const sections: string[] = [];
  for (const [name, part] of Object.entries(summedParts)) {
    const runs = await readRuns<CountedRun>(folder, name);
    if (runs.length > 0) sections.push(renderPart(name, part, runs));
  }
  for (const name of mistakeFiles) {
    const mistakes = await readMistakes(folder, name);
    if (mistakes.length > 0) sections.push(renderMistakes(name, mistakes));
  }
  const reports = await readReports(folder);
  if (reports.length > 0) sections.push(renderReports(reports));
  return `${opening}\n${sections.join('\n')}`;
}

const opening = `# Runs of the fault parts

What \`npm run faults\` noted, of the parts whose runs add up, of mistakes that were planted, and the
reports of other parts. \`node test/faults/keep-runs.ts\` takes what this checkout noted into
[\`runs/\`](runs) and writes this page from the files there. Each seed counts once, as it was run last: \`wrongBefore\` says which were wrong in an earlier run, at which commit. A
commit that ends in \`+\` had changed files.
`;

interface CountedRun extends NotedRun {
  readonly [key: string]: unknown;
}

function renderPart(name: string, part: SummedPart, runs: readonly CountedRun[]): string {
  const columns = columnsOf(runs);
  const groups = Map.groupBy(runs, ({ commit, ended_at }) => `${commit} ${ended_at.slice(0, 10)}`);
  const { size, goal, counted = size } = part;
  const sum = totalOf(runs, counted);
  const numbers = (some: readonly CountedRun[]) =>
    columns.map((column) => {
      const isKnown = some.some((run) => countOf(run[column]) !== undefined);
      return isKnown ? formatted(totalOf(some, column)) : '–';
    });
  return [
    `## ${name}`,
    '',
    `${formatted(sum)} of ${formatted(goal)} ${counted}${sum < goal ? ', **not all yet**' : ''}.`,
    '',
    row('Day', 'Commit', 'Seeds', ...columns, 'wrongBefore'),
    ruleOf(columns.length + 4),
    ...[...groups.values()].map((group) =>
      row(
        group[0]?.ended_at.slice(0, 10) ?? '',
        group[0]?.commit ?? '',
        seedsOf(group, size),
        ...numbers(group),
        wrongBefore(group),
      ),
    ),
    row('all', '', '', ...numbers(runs), wrongBefore(runs)),
    '',
  ].join('\n');
}

function renderMistakes(name: string, mistakes: readonly KeptMistake[]): string {
  const found = mistakes.filter(({ wrong }) => wrong !== '');
  return [
    `## ${name}`,
    '',
    `${found.length} of ${mistakes.length} were found.`,
    '',
    row('Day', 'Commit', 'Mistake', 'Found'),
    ruleOf(4),
    ...mistakes.map((each) =>
      row(each.ended_at.slice(0, 10), each.commit ?? '–', each.name, whenFound(each)),
    ),
    '',
  ].join('\n');
}

function whenFound({ wrong, weeks }: KeptMistake): string {
  if (wrong === '') return '**no**';
  return weeks ? `in week ${weeks}` : 'yes';
}

function renderReports(reports: readonly KeptReport[]): string {
  return [
    '## Other parts',
    '',
    'What they printed that has a goal.',
    '',
    row('Day', 'Commit', 'Part', 'Figures'),
    ruleOf(4),
    ...reports.map(({ measured_at, commit, title, figures }) =>
      row(measured_at.slice(0, 10), commit, title, figuresWithGoal(figures)),
    ),
    '',
  ].join('\n');
}

function figuresWithGoal(figures: KeptReport['figures']): string {
  return figures
    .filter(({ atMost, atLeast }) => atMost !== undefined || atLeast !== undefined)
    .map((each) => `${each.name}: ${amount(each)}${each.reached ? '' : ', **missed**'}`)
    .join('; ');
}

function row(...cells: string[]): string {
  return `| ${cells.join(' | ')} |`;
}

function ruleOf(columns: number): string {
  return row(...Array.from({ length: columns }, () => '---'));
}

function columnsOf(runs: readonly CountedRun[]): string[] {
  const counts = runs.flatMap((run) =>
    Object.keys(run).filter((key) => !ofNoCount.has(key) && countOf(run[key]) !== undefined),
  );
  return [...new Set(counts)];
}

/** A list stands for how many it has. */
function countOf(value: unknown): number | undefined {
  if (Array.isArray(value)) return value.length;
  return typeof value === 'number' ? value : undefined;
}

function totalOf(runs: readonly CountedRun[], column: string): number {
  const counts = runs.map((run) => countOf(run[column]) ?? 0);
  return largest.has(column) ? Math.max(...counts) : counts.reduce((sum, each) => sum + each, 0);
}

/** Ranges that follow each other are one. */
function seedsOf(runs: readonly CountedRun[], size: string): string {
  const ranges: [number, number][] = [];
  for (const run of runs) {
    const [from, next] = [run.from, run.from + Number(run[size])];
    const last = ranges.at(-1);
    if (last?.[1] === from) last[1] = next;
    else ranges.push([from, next]);
  }
  return ranges.map(([from, next]) => rangeOf(from, next)).join(', ');
}

function wrongBefore(runs: readonly CountedRun[]): string {
  const wrong = runs.flatMap((run) => run.wrongBefore ?? []);
  return wrong.map(({ seeds, commit }) => `${seeds} at ${commit}`).join(', ') || '0';
}

function formatted(count: number): string {
  return Math.round(count).toLocaleString('en');
}
