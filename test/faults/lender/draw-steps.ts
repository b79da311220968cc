import type { Browser } from 'playwright-core';
import type { CheckoutStep } from '../../../widget/contract/step.ts';
import type { Product } from '../../helpers/serve.ts';
import { isolations } from '../../journeys/models/looks.ts';
import { Stage } from '../../journeys/models/stage.ts';
import { markupClass, markupTexts } from './texts.ts';

export interface DrawnReport {
  drawn: number;
  /** Texts that could be taken for markup and are read on the screens as they were written. */
  texts: number;
  /** Elements that came from a text, and steps that could not be drawn: a sentence each. */
  finds: string[];
}

/** Shows steps as the widget draws them, half of them in its frame, half inline. */
export async function drawSteps(
  { product, browser }: { product: Product; browser: Browser },
  steps: readonly CheckoutStep[],
): Promise<DrawnReport> {
  const reports = await Promise.all(
    isolations.map(async (isolation, index) => {
      const stage = await Stage.open({ product, browser, isolation, language: 'en' });
      const own = steps.filter((_, at) => at % isolations.length === index);
      const report: DrawnReport = { drawn: 0, texts: 0, finds: [] };
      for (const step of own) await draw(stage, step, report);
      await stage.close();
      return report;
    }),
  );
  return {
    drawn: reports.reduce((sum, { drawn }) => sum + drawn, 0),
    texts: reports.reduce((sum, { texts }) => sum + texts, 0),
    finds: reports.flatMap(({ finds }) => finds),
  };
}

/** So many of them, with as many of each screen as there are. */
export function spread(steps: readonly CheckoutStep[], most: number): CheckoutStep[] {
  const byScreen = Object.values(Object.groupBy(steps, ({ screen }) => screen));
  const longest = Math.max(0, ...byScreen.map((each) => each.length));
  const inTurn = Array.from({ length: longest }, (_, at) =>
    byScreen.flatMap((each) => each[at] ?? []),
  );
  return inTurn.flat().slice(0, most);
}

async function draw(stage: Stage, step: CheckoutStep, report: DrawnReport): Promise<void> {
  try {
    await stage.show({ step });
    const { made, text } = await stage.content.evaluate(look, markupClass);
    for (const markup of made) report.finds.push(`${step.screen}: ${markup} came from a text`);
    report.texts += markupTexts.filter((each) => text.includes(each)).length;
    report.drawn += 1;
  } catch (error) {
    report.finds.push(`${step.screen} was not drawn: ${error} ${JSON.stringify(step)}`);
  }
}

/** Runs in the page or the frame, and sees nothing but what is handed to it. */
function look(content: Element, name: string): { made: string[]; text: string } {
  const made: string[] = [];
  let text = '';
  const visit = (root: ParentNode) => {
    for (const element of root.querySelectorAll('*')) {
      if (element.classList.contains(name)) made.push(element.outerHTML.slice(0, 200));
      if (element.shadowRoot !== null) visit(element.shadowRoot);
    }
    text += root.textContent;
  };
  visit(content.ownerDocument.documentElement);
  if (Reflect.has(globalThis, 'lender')) made.push('a script');
  return { made, text };
}
