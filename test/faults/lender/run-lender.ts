import { availableParallelism } from 'node:os';
import type { CheckoutStep } from '../../../widget/contract/step.ts';
import { inThread } from '../in-thread.ts';
import type { Find } from './judge.ts';
import { runSequence } from './sequence.ts';
import { steerProcess } from './steered-process.ts';

/** Of those to be drawn, one thread brings no more. */
const mostMarked = 400;

export interface FoundInSequence extends Find {
  readonly sequence: number;
}

export interface LenderReport {
  sequences: number;
  /** Of the lender, and those of them that were changed. */
  answers: number;
  changed: number;
  /** Sequences by the screens that they came to. */
  screens: Record<string, number>;
  finds: FoundInSequence[];
  /** Different steps with texts of the lender's that could be taken for markup. */
  marked: CheckoutStep[];
  /** Of a single sequence: what was asked and answered, a line each. */
  told: string[];
}

export interface LenderRun {
  seed: number;
  /** Changed answers to come to. */
  answers: number;
  /** The number of the first sequence, and how far the next one is. */
  from: number;
  step: number;
  isTold?: boolean;
}

/** Random sequences, each over a BFF and a lender of its own, until enough answers were changed. */
export async function runLender(run: LenderRun): Promise<LenderReport> {
  const { seed, answers, from, step, isTold = false } = run;
  const steered = steerProcess();
  const report = emptyReport();
  const marked = new Map<string, CheckoutStep>();
  for (let serial = from; report.sequences === 0 || report.changed < answers; serial += step) {
    const end = await runSequence({ seed, serial, setClock: steered.setClock });
    report.sequences += 1;
    report.answers += end.answers;
    report.changed += end.changed;
    for (const screen of end.screens) report.screens[screen] = (report.screens[screen] ?? 0) + 1;
    report.finds.push(...end.finds.map((find) => ({ ...find, sequence: serial })));
    for (const each of end.marked) if (marked.size < mostMarked) marked.set(keyOf(each), each);
    if (isTold) report.told.push(...end.told);
  }
  report.marked = [...marked.values()];
  return report;
}

/** The same, by as many threads as there are processors: each takes every so-manieth sequence. */
export async function runLenderInThreads({
  seed,
  answers,
  threads = availableParallelism(),
}: {
  seed: number;
  answers: number;
  threads?: number;
}): Promise<LenderReport> {
  const reports = await Promise.all(
    Array.from({ length: threads }, (_, from) =>
      runInThread({ seed, answers: Math.ceil(answers / threads), from, step: threads }),
    ),
  );
  return reports.reduce(sumOf);
}

/** One sequence, with all that was asked and answered. */
export function runAlone(seed: number, sequence: number): Promise<LenderReport> {
  return runInThread({ seed, answers: 0, from: sequence, step: 1, isTold: true });
}

function runInThread(run: LenderRun): Promise<LenderReport> {
  return inThread(new URL('./worker.ts', import.meta.url), run);
}

function keyOf(step: CheckoutStep): string {
  return JSON.stringify(step).replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, '');
}

function emptyReport(): LenderReport {
  return { sequences: 0, answers: 0, changed: 0, screens: {}, finds: [], marked: [], told: [] };
}

function sumOf(one: LenderReport, other: LenderReport): LenderReport {
  const screens = { ...one.screens };
  for (const [screen, times] of Object.entries(other.screens)) {
    screens[screen] = (screens[screen] ?? 0) + times;
  }
  return {
    sequences: one.sequences + other.sequences,
    answers: one.answers + other.answers,
    changed: one.changed + other.changed,
    screens,
    finds: [...one.finds, ...other.finds],
    marked: [...one.marked, ...other.marked],
    told: [...one.told, ...other.told],
  };
}
