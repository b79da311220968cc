import { basicAuthHeader } from '../../../platform/http/basic-auth.ts';
import type { HttpRequest } from '../../../platform/outbound/http-client.ts';
import type { HttpOutcome } from '../../../platform/outbound/http-outcome.ts';
import type { LenderOptions } from '../lender.ts';
import { LenderError, type LenderFailure, type RefusalReason } from '../lender-error.ts';
import { type Noticing, readFields } from './values.ts';

/** Where the API's resources are, below `{base_url}`. */
export const merchantsPath = '/api/v1/sponsor/merchants';
export const consumersPath = '/api/v1/sponsor/consumers';

export interface Call {
  /** By the API's name. */
  operation: string;
  method: HttpRequest['method'];
  /** Below `{base_url}`. */
  path: string;
  query?: Record<string, string>;
  body?: Readonly<Record<string, unknown>>;
  headers?: Record<string, string>;
  totalMs?: number | undefined;
  /** Its answer is left open: an empty 2xx says that it is done. */
  mayBeEmpty?: true;
}

export interface Answer {
  readonly body: unknown;
  readonly noticing: Noticing;
  /** The error of an answer that lacks a field which it must hold. */
  lacks(field: string): LenderError;
}

/** Makes a call to the lender and reads its answer; throws a LenderError. */
export class Calls {
  readonly #options: LenderOptions;
  readonly #authorization: string;

  constructor(options: LenderOptions) {
    this.#options = options;
    this.#authorization = basicAuthHeader(options);
  }

  async make<Reading>(call: Call, read: (answer: Answer) => Reading): Promise<Reading> {
    const { http, observer } = this.#options;
    const { operation } = call;
    const startedAt = performance.now();
    const outcome = withEmptyAnswer(await http.call(this.#request(call)), call);
    const ended = (as: string) =>
      observer.called({ operation, outcome: as, durationMs: performance.now() - startedAt });
    if (outcome.kind !== 'answered') {
      ended(outcome.kind);
      throw errorOfOutcome(operation, outcome);
    }
    const { body, status } = outcome;
    observer.answered?.({ operation, body });
    try {
      const reading = read({
        body,
        noticing: this.noticing(operation),
        lacks: (field) => lackingAnswer(operation, status, field),
      });
      ended('answered');
      return reading;
    } catch (error) {
      ended('unreadable');
      throw error;
    }
  }

  /** Tells the observer of what is left out of the operation's answers. */
  noticing(operation: string): Noticing {
    return (kind, field) => this.#options.observer.noticed({ operation, field, kind });
  }

  #request({ method, path, query, body, headers, totalMs }: Call): HttpRequest {
    const search = query === undefined ? '' : `?${new URLSearchParams(query)}`;
    return {
      method,
      url: `${this.#options.baseUrl}${path}${search}`,
      headers: { authorization: this.#authorization, ...headers },
      ...(body !== undefined && { body }),
      ...(totalMs !== undefined && { totalMs }),
    };
  }
}

function withEmptyAnswer(outcome: HttpOutcome, { mayBeEmpty }: Call): HttpOutcome {
  if (outcome.kind !== 'unknown' || outcome.status === undefined) return outcome;
  const isAnswer = mayBeEmpty === true && outcome.isEmpty === true;
  return isAnswer ? { kind: 'answered', status: outcome.status, headers: {}, body: null } : outcome;
}

function lackingAnswer(operation: string, status: number, field: string): LenderError {
  return new LenderError(operation, `the answer lacks ${field}`, {
    failure: 'unknown',
    status,
    fields: [field],
    unreadable: 'lacking',
  });
}

type Failed = Exclude<HttpOutcome, { kind: 'answered' }>;
type Refused = Extract<HttpOutcome, { kind: 'refused' }>;

/** What a call that brought no answer came to. */
function errorOfOutcome(operation: string, outcome: Failed): LenderError {
  switch (outcome.kind) {
    case 'not_sent':
      return new LenderError(operation, `not sent, ${outcome.reason}`, { failure: 'unavailable' });
    case 'unknown': {
      const { reason, status = 0, isTooLong } = outcome;
      const isAnswer = status >= 200 && status < 300;
      return new LenderError(operation, reason, {
        failure: 'unknown',
        status: outcome.status,
        ...(isAnswer && { unreadable: 'no_json' }),
        ...(isTooLong && { isTooLong }),
      });
    }
    case 'refused': {
      const { status } = outcome;
      return new LenderError(operation, `refused with ${status}`, {
        failure: failureOf(status),
        status,
        fields: fieldsRefused(outcome.body),
        reason: reasonOf(outcome),
        isPage: isPage(outcome),
      });
    }
  }
}

/**
 * 401 is answered before anything is done, and mended here. 408: the request did not reach the
 * lender whole. 503 comes here only when the lender itself says so, with a `detail`. 409: an
 * earlier call under the same ids is in progress, or done.
 */
function failureOf(status: number): LenderFailure {
  if (status === 409) return 'unknown';
  return [401, 408, 429, 503].includes(status) ? 'unavailable' : 'refused';
}

/** An answer without a body has no type. */
function isPage({ headers: { 'content-type': type = '' } }: Refused): boolean {
  return type !== '' && !/json/i.test(String(type));
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
