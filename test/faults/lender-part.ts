import type { CheckoutStep } from '../../widget/contract/step.ts';
import { count, type Figure, none, type Part } from '../bench/part.ts';
import { launchChromium } from '../helpers/chromium.ts';
import { scratchRoot } from '../helpers/scratch.ts';
import { serve } from '../helpers/serve.ts';
import { type DrawnReport, drawSteps, spread } from './lender/draw-steps.ts';
import type { Rule } from './lender/judge.ts';
import {
  type FoundInSequence,
  type LenderReport,
  runAlone,
  runLenderInThreads,
} from './lender/run-lender.ts';

const linesPrinted = 20;
const stepsDrawn = 200;

export interface LenderPartOptions {
  seed: number;
  /** Answers that are changed. */
  answers: number;
  /** Only this one, with all that is asked and answered in it. */
  sequence?: number | undefined;
}

/** Answers of a lender that nobody has described, on the whole way of a checkout. */
export function lenderPart({ seed, answers, sequence }: LenderPartOptions): Part {
  return {
    name: 'lender',
    title: `A lender whose answers are changed (seed ${seed})`,
    async run() {
      const report =
        sequence === undefined
          ? await runLenderInThreads({ seed, answers })
          : await runAlone(seed, sequence);
      for (const line of report.told) console.error(line);
      const drawn = await drawnOf(spread(report.marked, stepsDrawn));
      const lines = firstFinds(report).map(
        ({ rule, what, sequence: serial }) => `--sequence ${serial}, ${rule}: ${what}`,
      );
      for (const line of [...lines, ...drawn.finds].slice(0, linesPrinted)) console.error(line);
      return figures(report, drawn, sequence === undefined ? answers : 0);
    },
  };
}

/** Of each sequence the first against a rule: the others mostly follow from it. */
function firstFinds({ finds }: LenderReport): FoundInSequence[] {
  const byKey = new Map<string, FoundInSequence>();
  for (const find of finds) {
    const key = `${find.rule} ${find.sequence}`;
    if (!byKey.has(key)) byKey.set(key, find);
  }
  return [...byKey.values()];
}

async function drawnOf(steps: readonly CheckoutStep[]): Promise<DrawnReport> {
  const [product, browser] = await Promise.all([
    serve({ root: await scratchRoot() }),
    launchChromium(),
  ]);
  try {
    return await drawSteps({ product, browser }, steps);
  } finally {
    await browser.close();
    await product.remove();
  }
}

function figures(report: LenderReport, drawn: DrawnReport, wanted: number): Figure[] {
  const finds = firstFinds(report);
  const noFinds = (name: string, ...rules: Rule[]) =>
    none(name, finds.filter(({ rule }) => rules.includes(rule)).length);
  const reached = Object.entries(report.screens).map(([screen, times]) =>
    count(`sequences that came to ${screen}`, times),
  );
  return [
    count('sequences', report.sequences),
    count('answers of the lender', report.answers),
    { ...count('of them changed', report.changed), atLeast: wanted },
    ...reached,
    noFinds('crashes, and calls whose end was not written', 'crash'),
    noFinds('checkouts in work without an end', 'endless'),
    noFinds('“nothing was decided” after the lender had decided', 'undecided'),
    noFinds('checkouts with two soft pulls', 'pulls'),
    noFinds('orders with two charges', 'charges'),
    noFinds('offers without what they cost, or not the lender’s own', 'offers'),
    noFinds('answers that are not of the contract', 'contract'),
    noFinds('links and calls to elsewhere', 'links'),
    noFinds('texts of the lender in the log', 'logs'),
    count('steps drawn', drawn.drawn),
    { ...count('texts like markup drawn as texts', drawn.texts), atLeast: wanted === 0 ? 0 : 1 },
    none('texts drawn as markup, steps not drawn', drawn.finds.length),
  ];
}
