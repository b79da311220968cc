import { errorCodes } from '../contract/error-code.ts';
import type { Disclosure } from '../contract/disclosure.ts';
import type { Problem } from '../contract/problem.ts';
import type { StepOf } from '../contract/step.ts';

/*
 * Hand-written guards for the three answers that stand between a person and the first field. The
 * contract's schemas judge everything else, and are fetched while the form is being filled.
 */

type Members = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null;
}

function hasTexts(value: Members, names: readonly string[]): boolean {
  return names.every((name) => typeof value[name] === 'string');
}

export function isDetailsStep(value: unknown): value is StepOf<'details'> {
  if (!isObject(value) || value.screen !== 'details') return false;
  const { amount, amount_locked: isLocked, problem } = value;
  const isAmount = amount === null || (typeof amount === 'string' && /^\d+\.\d\d$/.test(amount));
  return isAmount && typeof isLocked === 'boolean' && (problem === undefined || hasCode(problem));
}

export function isDisclosures(value: unknown): value is Disclosure[] {
  const texts = ['id', 'version', 'sha256', 'locale', 'text'];
  return Array.isArray(value) && value.every((one) => isObject(one) && hasTexts(one, texts));
}

export function isProblem(value: unknown): value is Problem {
  if (!isObject(value) || !hasCode(value)) return false;
  const { retryable, errors = {} } = value;
  const isAboutFields = isObject(errors) && Object.values(errors).every(Array.isArray);
  return typeof retryable === 'boolean' && hasTexts(value, ['correlation_id']) && isAboutFields;
}

function hasCode(value: unknown): boolean {
  return isObject(value) && errorCodes.some((code) => code === value.code);
}
