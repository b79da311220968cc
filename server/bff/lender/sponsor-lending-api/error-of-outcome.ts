import type { HttpOutcome } from '../../../platform/outbound/http-outcome.ts';
import { LenderError, type LenderFailure, type RefusalReason } from '../lender-error.ts';
import { readFields } from './values.ts';

type Failed = Exclude<HttpOutcome, { kind: 'answered' }>;
type Refused = Extract<HttpOutcome, { kind: 'refused' }>;

/** What a call that brought no answer came to. */
export function errorOfOutcome(operation: string, outcome: Failed): LenderError {
  switch (outcome.kind) {
    case 'not_sent':
      return new LenderError(operation, `not sent, ${outcome.reason}`, { failure: 'unavailable' });
    case 'unknown': {
      const { reason, status = 0 } = outcome;
      const isAnswer = status >= 200 && status < 300;
      return new LenderError(operation, reason, {
        failure: 'unknown',
        status: outcome.status,
        ...(isAnswer && { unreadable: 'no_json' }),
      });
    }
    case 'refused': {
      const { status } = outcome;
      return new LenderError(operation, `refused with ${status}`, {
        failure: failureOf(status),
        status,
        fields: fieldsRefused(outcome.body),
        reason: reasonOf(outcome),
      });
    }
  }
}

/**
 * 401 is answered before anything is done, and mended here. 408: the request did not reach the
 * lender whole. 503 comes here only when the lender itself says so, with a `detail`. 409: an
 * earlier call under the same ids is in work, or done.
 */
function failureOf(status: number): LenderFailure {
  if (status === 409) return 'unknown';
  return [401, 408, 429, 503].includes(status) ? 'unavailable' : 'refused';
}

/** Beside what an answer says as a whole. */
const noFields = new Set(['detail', 'errors', 'non_field_errors']);

/**
 * The names under which a refusal says what is wrong, in each of the forms that are usual:
 * `{"ssn": ["…"]}`, the same in `errors`, or in `detail`. What it says of them stays out.
 */
function fieldsRefused(body: unknown): string[] {
  const answer = readFields(body) ?? {};
  const named = readFields(answer.errors) ?? readFields(answer.detail) ?? onlyLists(answer);
  return Object.keys(named).filter((name) => /^\w{1,64}$/.test(name) && !noFields.has(name));
}

/** Of the answer itself a text may be anything, such as its code. */
function onlyLists(answer: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(answer).filter(([, value]) => Array.isArray(value)));
}

function reasonOf({ status, body }: Refused): RefusalReason | undefined {
  if (status === 424) return 'consumer_unreachable';
  if (![400, 403, 422].includes(status)) return undefined;
  const said = JSON.stringify(body);
  const isBank = /bank[\s_-]?account/i.test(said);
  const isPortal = /portal/i.test(said);
  // One that names both lists what a charge needs, and does not say what this one lacks.
  if (isBank === isPortal) return undefined;
  return isBank ? 'bank_missing' : 'portal_missing';
}
