import type { CDPSession, Locator } from 'playwright-core';
import { openHostPage } from './host-page.ts';
import type { Journey, VisitOptions } from './journey.ts';
import type { Visit } from './visit.ts';

/** Who brings the frame: the page's markup, or the script. */
export const ways = ['frame in the markup', 'by script alone'] as const;
export type Way = (typeof ways)[number];

/** The script that makes of the frame's form what it is. */
export const frameScript = '**/v1/chunks/frame-*';
export const tagScript = '**/v1/soft-pull-checkout.js';
export const openings = '**/v1/checkouts';
/** What comes after the form, and what checks it. */
export const resultsChunk = '**/v1/chunks/results-*';

/** A page that is held back in something, and a person who does not wait for it. */
export interface FirstStep extends Visit {
  /** Lets everything that was held back come. */
  release(): void;
}

export interface FirstStepOptions extends VisitOptions {
  /** What comes once it is released. */
  held?: readonly string[];
  /** What never comes. */
  blocked?: readonly string[];
  /** Where the page stands, if not in the demo's origin. */
  url?: string;
}

/** Opens the page and waits for its form, which needs none of what is held or blocked. */
export async function openFirstStep(
  here: Journey,
  way: Way,
  { held = [], blocked = [], url, ...options }: FirstStepOptions = {},
): Promise<FirstStep> {
  const visit = await here.visit({ ...options, startsAt: 'nowhere' });
  const release = await holdBack(visit, held);
  for (const pattern of blocked) await visit.context.route(pattern, (route) => route.abort());
  await openHostPage(visit.page, here.product, {
    hasFrame: way === 'frame in the markup',
    ...(url !== undefined && { url }),
  });
  await visit.checkout.form.field('first_name').waitFor();
  return Object.assign(visit, { release });
}

/** @returns what lets it come */
export async function holdBack(
  { context }: Pick<Visit, 'context'>,
  held: readonly string[],
): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  for (const pattern of held) {
    await context.route(pattern, async (route) => {
      await released;
      await route.fallback();
    });
  }
  return release;
}

/** What the page asks for until its form can be filled, and what makes the form go on. */
export function scriptsOf(way: Way): string[] {
  return way === 'frame in the markup' ? [tagScript, frameScript] : [frameScript];
}

/** Until the script has taken the form over, and knows what the page wants. */
export async function untilTakenOver({ checkout }: Visit): Promise<void> {
  await checkout.at('details');
}

/** What somebody who types sees of a field. */
export function stateOf(field: Locator) {
  return field.evaluate((input: HTMLInputElement) => ({
    value: input.value,
    caret: [input.selectionStart, input.selectionEnd],
    hasFocus: input.ownerDocument.activeElement === input && input.ownerDocument.hasFocus(),
  }));
}

/** A person who writes by an input method, such as those of Chinese or Japanese. */
export class InputMethod {
  readonly #session: CDPSession;

  private constructor(session: CDPSession) {
    this.#session = session;
  }

  static async of({ page, context }: Visit): Promise<InputMethod> {
    return new InputMethod(await context.newCDPSession(page));
  }

  /** Writes text that is not decided on yet, with the caret at its end. */
  async compose(text: string): Promise<void> {
    const end = { selectionStart: text.length, selectionEnd: text.length };
    await this.#session.send('Input.imeSetComposition', { text, ...end });
  }

  /** Decides on this, in place of what was composed. */
  async decideOn(text: string): Promise<void> {
    await this.#session.send('Input.insertText', { text });
  }
}
