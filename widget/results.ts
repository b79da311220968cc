/*
 * What comes after the form's first part: one chunk, fetched once somebody fills the form, or at once
 * where a checkout already stands behind it. What was typed is checked by the schemas that read the
 * answers, so the check is here as well.
 */
import * as z from 'zod/mini';
import { type CheckoutStep, checkoutStepSchema } from './contract/step.ts';
import { outcome } from './strings/en/outcome.ts';
import type { FirstStrings, Strings } from './strings/strings.ts';

export { checkApplication } from './contract/check-application.ts';
export { resultScreen, resultTitle } from './flow/result-screens.ts';
export { StepWatcher } from './flow/step-watcher.ts';
export { consentPart, formSummary, homePart } from './screens/details/later-parts.ts';

/** The step, or `null` for what the contract does not know. */
export function parseStep(value: unknown): CheckoutStep | null {
  const result = z.safeParse(checkoutStepSchema, value);
  return result.success ? result.data : null;
}

/** What all screens say: in English, what follows the form comes with its screens. */
export function allStrings(strings: FirstStrings | Strings): Strings {
  return 'outcome' in strings ? strings : { ...strings, outcome };
}
