import type { CheckoutSession } from '../contract/checkout.ts';
import type { Disclosure } from '../contract/disclosure.ts';
import type { CheckoutStep, StepOf } from '../contract/step.ts';
import { loadResults } from '../load-results.ts';
import { ClientError, hasCode, isObject, networkError } from './client-error.ts';

/*
 * What stands between a person and the first field is judged by hand; the contract's schemas judge
 * everything else, and come with the screens for it.
 */

/** @throws ClientError for an answer from a server that this widget cannot follow */
export async function readStep(answer: unknown): Promise<CheckoutStep> {
  const step = isObject(answer) ? answer.step : undefined;
  if (isDetailsStep(step)) return step;
  const { parseStep } = await loadSchemas();
  return parseStep(step) ?? unknownAnswer();
}

/** @throws ClientError, as `readStep` */
export async function readSession(answer: unknown): Promise<CheckoutSession> {
  const step = await readStep(answer);
  if (!isObject(answer)) return unknownAnswer();
  const { checkout_id, token, resume, by_code } = answer;
  const isWhole =
    typeof checkout_id === 'string' && typeof token === 'string' && typeof resume === 'string';
  if (!isWhole) return unknownAnswer();
  return { checkout_id, token, resume, ...(by_code === true && { by_code }), step };
}

/** @throws ClientError, as `readStep` */
export function readDisclosures(answer: unknown): Disclosure[] {
  const list = isObject(answer) ? answer.disclosures : undefined;
  return isDisclosures(list) ? list : unknownAnswer();
}

async function loadSchemas() {
  try {
    return await loadResults();
  } catch (cause) {
    throw networkError('the schemas of the steps after the form', cause);
  }
}

function unknownAnswer(): never {
  throw new ClientError('Unknown answer', { code: 'internal', retryable: false });
}

function isDetailsStep(value: unknown): value is StepOf<'details'> {
  if (!isObject(value) || value.screen !== 'details') return false;
  const { amount, amount_locked: isLocked, problem } = value;
  const isAmount = amount === null || (typeof amount === 'string' && /^\d+\.\d\d$/.test(amount));
  return isAmount && typeof isLocked === 'boolean' && (problem === undefined || hasCode(problem));
}

function isDisclosures(value: unknown): value is Disclosure[] {
  const names = ['id', 'version', 'sha256', 'locale', 'text'];
  return (
    Array.isArray(value) &&
    value.every((one) => isObject(one) && names.every((name) => typeof one[name] === 'string'))
  );
}
