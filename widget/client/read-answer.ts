import type { CheckoutSession } from '../contract/checkout.ts';
import type { Disclosure } from '../contract/disclosure.ts';
import type { CheckoutStep } from '../contract/step.ts';
import { ClientError, networkError } from './client-error.ts';
import { loadLazy } from '../load-lazy.ts';
import { isDetailsStep, isDisclosures, isObject } from './first-answers.ts';

/** @throws ClientError for an answer from a server that this widget cannot follow */
export async function readStep(answer: unknown): Promise<CheckoutStep> {
  const step = isObject(answer) ? answer.step : undefined;
  if (isDetailsStep(step)) return step;
  const { parseStep } = await loadParser();
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

async function loadParser() {
  try {
    return await loadLazy();
  } catch (cause) {
    throw networkError('the schemas of the later steps', cause);
  }
}

function unknownAnswer(): never {
  throw new ClientError('Unknown answer', { code: 'internal', retryable: false });
}
