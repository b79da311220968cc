import { count, type Figure, none, type Part } from '../bench/part.ts';
import type { Ledger } from './ledger.ts';
import { type CaseReport, runMatrix } from './network/run-matrix.ts';
import { calls, faults, matrix, phases } from './network/troubles.ts';
import { type NotedRun, noteRun, sumOf } from './noted-runs.ts';

/** Most of them wait. */
const atOnce = 64;
/** Noted together: of a run that is ended early, no more is lost. */
const casesNoted = matrix.length;
const answeredWithinMs = 15_000;

interface TroubledRun extends NotedRun {
  readonly cases: number;
  /** Of them those whose call was made, and met its trouble. */
  readonly met: number;
  readonly slowestMs: number;
  readonly lateSeeds: readonly number[];
  readonly gaveUpSeeds: readonly number[];
  readonly pulledTwice: number;
  readonly chargedTwice: number;
  readonly lost: number;
}

export interface NetworkOptions {
  /** Of the first case. */
  seed: number;
  cases: number;
}

/** Every fault of a network, to each call that matters, in each phase of it. */
export function networkPart({ seed, cases }: NetworkOptions): Part {
  const size = `${faults.length} faults × ${Object.keys(calls).length} calls × ${phases.length} phases`;
  return {
    name: 'network',
    title: `A network that fails between page, BFF and lender: ${size} (seed ${seed})`,
    async run() {
      const reports: CaseReport[] = [];
      let runs: TroubledRun[] = [];
      for (let from = seed; from < seed + cases; from += casesNoted) {
        const count = Math.min(casesNoted, seed + cases - from);
        const seeds = Array.from({ length: count }, (_none, index) => from + index);
        const { cases: some, ledger } = await runMatrix({ seeds, atOnce });
        for (const report of some) explain(report);
        reports.push(...some);
        runs = await noteRun<TroubledRun, 'cases'>('network', 'cases', {
          from,
          ...summed(some, ledger),
        });
      }
      return [...figuresOf(reports), ...figuresOfRuns(runs)];
    },
  };
}

const isLate = ({ slowestMs }: CaseReport) => slowestMs > answeredWithinMs;
const hasGivenUp = ({ gaveUp }: CaseReport) => gaveUp !== null;

function explain(report: CaseReport): void {
  const { seed, trouble, slowestMs, gaveUp } = report;
  const where = `--seed ${seed}, ${trouble.call}, ${trouble.fault}, ${trouble.phase}`;
  if (isLate(report)) console.error(`${where}: no answer for ${Math.round(slowestMs)} ms`);
  if (gaveUp !== null) console.error(`${where}: ${gaveUp}`);
}

function summed(cases: readonly CaseReport[], ledger: Ledger) {
  return {
    cases: cases.length,
    met: cases.filter(({ isMet }) => isMet).length,
    slowestMs: Math.max(...cases.map(({ slowestMs }) => slowestMs)),
    lateSeeds: cases.filter(isLate).map(({ seed }) => seed),
    gaveUpSeeds: cases.filter(hasGivenUp).map(({ seed }) => seed),
    pulledTwice: ledger.pulledTwice.length,
    chargedTwice: ledger.chargedTwice.length,
    lost: ledger.lost.length,
  };
}

function figuresOf(reports: readonly CaseReport[]): Figure[] {
  const slowest = Object.keys(calls).map((call): Figure => {
    const own = reports.filter(({ trouble, isMet }) => isMet && trouble.call === call);
    const value = Math.max(0, ...own.map(({ slowestMs }) => slowestMs)) / 1_000;
    return { name: `  ${call}: longest without an answer, of ${own.length}`, value, unit: 's' };
  });
  return [
    count('consumers, one of whose calls was to meet trouble', reports.length),
    ...slowest,
    count('of them came to the outcome', reports.filter((each) => !hasGivenUp(each)).length),
  ];
}

function figuresOfRuns(runs: readonly TroubledRun[]): Figure[] {
  const cells = Math.floor(sumOf(runs, ({ cases }) => cases) / matrix.length);
  return [
    count(
      'cases of all runs, each seed once',
      sumOf(runs, ({ cases }) => cases),
    ),
    count('times that each cell of the matrix was tried', cells),
    count(
      'calls that met their trouble',
      sumOf(runs, ({ met }) => met),
    ),
    {
      name: 'longest without an answer',
      value: Math.max(0, ...runs.map(({ slowestMs }) => slowestMs)) / 1_000,
      unit: 's',
      atMost: answeredWithinMs / 1_000,
    },
    none(
      'consumers who did not come to the outcome',
      sumOf(runs, (run) => run.gaveUpSeeds.length),
    ),
    none(
      'people pulled more than once',
      sumOf(runs, (run) => run.pulledTwice),
    ),
    none(
      'loans or orders charged more than once',
      sumOf(runs, (run) => run.chargedTwice),
    ),
    none(
      'acknowledged and lost',
      sumOf(runs, (run) => run.lost),
    ),
  ];
}
