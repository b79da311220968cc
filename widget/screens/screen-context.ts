import type { Disclosure, Parties } from '../contract/disclosure.ts';
import type { FieldErrors } from '../contract/field-error-code.ts';
import type { FlowErrorCode } from '../contract/flow-message.ts';
import type { Language } from '../contract/language.ts';
import type { Reached } from '../contract/problem.ts';
import type { StepProblem } from '../contract/step.ts';

import type { FirstStrings, Strings } from '../strings/strings.ts';

export interface FlowProblem {
  code: FlowErrorCode;
  retryable: boolean;
  correlationId: string | null;
  /** What is wrong with what was sent, by field. */
  fields: FieldErrors;
  /** With `code_used`. */
  reached?: Reached | undefined;
}

/** What a person is told, which may be a step's own problem; of an order in use the page hears nothing. */
export type ShownProblem = Partial<Omit<FlowProblem, 'code'>> &
  Pick<FlowProblem | StepProblem, 'code'>;

/**
 * `slow` once a call has taken long enough that a person should see it. `asking` once the lender has
 * been asked for offers for so long that the form gives way to a view that says so.
 */
export type Busy = 'idle' | 'waiting' | 'slow' | 'asking';

export type DisclosureTexts = ReadonlyMap<string, Disclosure>;

/** What a screen is given besides its step. */
export interface ScreenContext {
  strings: FirstStrings;
  locale: Language;
  headingLevel: number;
  busy: Busy;
  problem: FlowProblem | null;
  /** What the page asks for and the BFF has not taken; the step's amount is then no longer it. */
  pendingAmount: string | null;
  texts: DisclosureTexts;
  /** Null until the BFF has said it. */
  parties: Parties | null;
  textsHaveFailed: boolean;
  /** The text that the form shows at once is on its way, and would move what is below it. */
  isTextDue: boolean;
  /** The form is shown while its checkout is being opened: what only the BFF knows is still to come. */
  isOpening: boolean;
  /** Opened by a return code: an offer that was chosen stays chosen here. */
  isByCode: boolean;
}

/** What every screen after the form is given. */
export interface ResultContext extends ScreenContext {
  strings: Strings;
}
