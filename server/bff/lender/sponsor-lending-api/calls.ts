import { basicAuthHeader } from '../../../platform/http/basic-auth.ts';
import type { HttpRequest } from '../../../platform/outbound/http-client.ts';
import { LenderError } from '../lender-error.ts';
import type { LenderOptions } from '../lender.ts';
import { errorOfOutcome } from './error-of-outcome.ts';
import type { Noticing } from './words.ts';

export interface Call {
  /** By the API's name. */
  operation: string;
  method: HttpRequest['method'];
  /** Below `{base_url}`. */
  path: string;
  query?: Record<string, string>;
  body?: Readonly<Record<string, unknown>>;
  headers?: Record<string, string>;
  totalMs?: number;
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
    const outcome = await http.call(this.#request(call));
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

  /** As `make()`, where any 2xx says that it is done: null for one that cannot be read. */
  async perform<Reading>(call: Call, read: (answer: Answer) => Reading): Promise<Reading | null> {
    try {
      return await this.make(call, read);
    } catch (error) {
      if (error instanceof LenderError && error.unreadable !== undefined) return null;
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

function lackingAnswer(operation: string, status: number, field: string): LenderError {
  return new LenderError(operation, `the answer lacks ${field}`, {
    failure: 'unknown',
    status,
    fields: [field],
    unreadable: 'lacking',
  });
}
