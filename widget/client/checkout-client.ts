import type { CheckoutSession } from '../contract/checkout.ts';
import type { Disclosure, Parties } from '../contract/disclosure.ts';
import type { CheckoutStep, StepOf } from '../contract/step.ts';
import type { Locale } from '../contract/values.ts';
import { loadResults } from '../load-results.ts';
import { ClientError, errorFromAnswer, hasCode, isObject, networkError } from './client-error.ts';
import { eitherSignal } from './either-signal.ts';

/** The BFF answers an application after 10 s at most; past this, nobody is answering. */
const answerTimeoutMs = 30_000;

export interface CheckoutClientOptions {
  server: string;
  merchant: string;
  parentOrigin?: string | undefined;
  /** Hears the handle that an expired token was renewed by, or its successor. */
  onRenewed?: (resume: string) => void;
}

/** As POST `/v1/checkouts` names it. */
export interface NewCheckout {
  amount?: string | undefined;
  order_token?: string | undefined;
  offer_code?: string | undefined;
  return_url: string;
  locale: Locale;
  resume?: string | undefined;
  restart_of?: string | undefined;
}

/** As POST `/v1/resume` names it. */
export interface ResumingPage {
  locale?: Locale;
  return_url?: string;
  order_token?: string | undefined;
  client_token?: string | undefined;
  held?: string | undefined;
}

export interface CheckoutChange {
  amount?: string;
  locale?: Locale;
  order_token?: string;
  return_url?: string;
}

export interface KnownTexts {
  disclosures: Disclosure[];
  /** Null where the BFF does not name them. */
  parties: Parties | null;
}

type EventBody = ReadableStream<Uint8Array<ArrayBuffer>>;

/**
 * The BFF as the flow sees it: one method a call. It holds the session's token in memory and
 * meets an expired one with one resume, then repeats the call.
 */
export class CheckoutClient {
  readonly #options: CheckoutClientOptions;
  #session: Omit<CheckoutSession, 'step'> | null = null;
  #renewal: Promise<CheckoutSession> | null = null;

  constructor(options: CheckoutClientOptions) {
    this.#options = options;
  }

  get checkoutId(): string | null {
    return this.#session?.checkout_id ?? null;
  }

  /** The session came by a return code: it may not choose again. */
  get isByCode(): boolean {
    return this.#session?.by_code === true;
  }

  create(checkout: NewCheckout, signal: AbortSignal): Promise<CheckoutSession> {
    const { merchant, parentOrigin } = this.#options;
    const body = { merchant, parent_origin: parentOrigin, ...checkout };
    return this.#openSession('/v1/checkouts', body, signal);
  }

  /** @param page what the page that resumes it says of itself, where the checkout is to go by it */
  resume(resume: string, signal: AbortSignal, page: ResumingPage = {}): Promise<CheckoutSession> {
    const { merchant, parentOrigin } = this.#options;
    const body = { resume, merchant, parent_origin: parentOrigin, ...page };
    return this.#openSession('/v1/resume', body, signal);
  }

  read(signal: AbortSignal): Promise<CheckoutStep> {
    return this.#step('GET', '', undefined, signal);
  }

  change(change: CheckoutChange, signal: AbortSignal): Promise<CheckoutStep> {
    return this.#step('PATCH', '', change, signal);
  }

  /** The first input: what this browser goes on with from here on. */
  async takeUp(signal: AbortSignal): Promise<string> {
    const request = { method: 'POST', path: '/take-up', body: {}, signal } as const;
    const answer = await this.#withSession(request, requestJson);
    if (!isObject(answer) || typeof answer.resume !== 'string' || this.#session === null) {
      return unknownAnswer();
    }
    this.#session.resume = answer.resume;
    return answer.resume;
  }

  apply(application: unknown, signal: AbortSignal): Promise<CheckoutStep> {
    return this.#step('POST', '/application', application, signal);
  }

  select(offerUuid: string, signal: AbortSignal): Promise<CheckoutStep> {
    return this.#step('POST', `/offers/${encodeURIComponent(offerUuid)}/select`, {}, signal);
  }

  dropSelection(signal: AbortSignal): Promise<CheckoutStep> {
    return this.#step('DELETE', '/selection', undefined, signal);
  }

  inviteToPortal(signal: AbortSignal): Promise<CheckoutStep> {
    return this.#step('POST', '/portal-invitation', {}, signal);
  }

  charge(signal: AbortSignal): Promise<CheckoutStep> {
    return this.#step('POST', '/charge', {}, signal);
  }

  /** The checkout's events as they are sent, from behind that one on. @throws ClientError */
  openEvents(lastEventId: string | null, signal: AbortSignal): Promise<EventBody> {
    const request = { method: 'GET', path: '/events', lastEventId, signal } as const;
    return this.#withSession(request, (server, below) =>
      requestAnswer(server, below, { read: bodyOf }),
    );
  }

  /** @throws ClientError for an answer from a server that this widget cannot follow */
  readStep(answer: unknown): Promise<CheckoutStep> {
    return readStep(answer);
  }

  /** With the notices of every state: which one is shown must not wait for the network. */
  async disclosures(locale: Locale, signal: AbortSignal): Promise<KnownTexts> {
    const query = new URLSearchParams({ merchant: this.#options.merchant });
    const path = `/v1/disclosures/${locale}?${query}`;
    const request = { method: 'GET', path, cache: 'no-cache', signal } as const;
    return readDisclosures(await requestJson(this.#options.server, request));
  }

  async #openSession(path: string, body: unknown, signal: AbortSignal): Promise<CheckoutSession> {
    const answer = await requestJson(this.#options.server, { method: 'POST', path, body, signal });
    const session = await readSession(answer);
    const { step, ...others } = session;
    this.#session = others;
    return session;
  }

  #step(
    method: HttpRequest['method'],
    path: string,
    body: unknown,
    signal: AbortSignal,
  ): Promise<CheckoutStep> {
    return this.#withSession({ method, path, body, signal }, async (server, request) =>
      readStep(await requestJson(server, request)),
    );
  }

  /** Sends a request below the open checkout; again with a new token if its own has expired. */
  async #withSession<Answer>(
    request: HttpRequest,
    send: (server: string, request: HttpRequest) => Promise<Answer>,
  ): Promise<Answer> {
    if (this.#session === null) throw new Error('No checkout');
    const sendWith = ({ checkout_id, token }: Omit<CheckoutSession, 'step'>) => {
      const path = `/v1/checkouts/${checkout_id}${request.path}`;
      return send(this.#options.server, { ...request, path, token });
    };
    try {
      return await sendWith(this.#session);
    } catch (error) {
      if (!(error instanceof ClientError) || error.code !== 'token_expired') throw error;
      return await sendWith(await this.#renew(this.#session.resume, request.signal));
    }
  }

  /** Calls that fail side by side share one renewal, which goes on when one of them is called off. */
  async #renew(resume: string, signal: AbortSignal): Promise<CheckoutSession> {
    const held = { held: resume };
    this.#renewal ??= this.resume(resume, new AbortController().signal, held).finally(() => {
      this.#renewal = null;
    });
    const session = await this.#renewal;
    signal.throwIfAborted();
    this.#options.onRenewed?.(session.resume);
    return session;
  }
}

interface HttpRequest {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  body?: unknown;
  token?: string | null;
  /** Asks for an answer that keeps coming, from behind that event on. */
  lastEventId?: string | null;
  /** What everybody is told alike a browser may keep. */
  cache?: RequestCache;
  signal: AbortSignal;
}

/**
 * One call to the BFF. A connection that breaks is tried once more: every call may be repeated, and
 * phones change networks.
 * @returns the parsed body
 * @throws ClientError; an abort by the caller throws what the signal says
 */
async function requestJson(server: string, request: HttpRequest): Promise<unknown> {
  const signal = eitherSignal(request.signal, AbortSignal.timeout(answerTimeoutMs));
  const exchange = () => requestAnswer(server, request, { read: readJson, signal });
  return exchange().catch((error: unknown) => {
    if (isBrokenConnection(error)) return exchange();
    throw error;
  });
}

interface AnswerOptions<Answer> {
  /** What to make of an answer that is no problem. */
  read: (response: Response) => Promise<Answer>;
  /** Ends the call, besides the caller's own signal; that alone by default. */
  signal?: AbortSignal;
}

/** One try. @throws ClientError; an abort by the caller throws what the signal says */
async function requestAnswer<Answer>(
  server: string,
  request: HttpRequest,
  { read, signal = request.signal }: AnswerOptions<Answer>,
): Promise<Answer> {
  const call = `${request.method} ${request.path}`;
  try {
    const response = await send(server, request, signal);
    if (response.ok) return await read(response);
    throw errorFromAnswer(call, response.status, await readJson(response));
  } catch (error) {
    request.signal.throwIfAborted();
    throw error instanceof ClientError ? error : networkError(call, error);
  }
}

/** True if `fetch` said that there is no answer; an abort or a timeout is a DOMException. */
function isBrokenConnection(error: unknown): boolean {
  return error instanceof ClientError && error.cause instanceof TypeError;
}

/** The request as it goes out. @throws what `fetch` does */
function send(server: string, request: HttpRequest, signal: AbortSignal): Promise<Response> {
  const headers = new Headers();
  if (request.token) headers.set('Authorization', `Bearer ${request.token}`);
  if (request.lastEventId !== undefined) headers.set('Accept', 'text/event-stream');
  if (request.lastEventId) headers.set('Last-Event-ID', request.lastEventId);
  if (request.body !== undefined) headers.set('Content-Type', 'application/json');
  return fetch(new URL(request.path, server), {
    method: request.method,
    headers,
    body: request.body === undefined ? null : JSON.stringify(request.body),
    cache: request.cache ?? 'no-store',
    credentials: 'omit',
    // Not `no-referrer`: a same-origin POST from the frame would then carry `Origin: null`.
    referrerPolicy: 'strict-origin',
    redirect: 'error',
    signal,
  });
}

async function bodyOf({ body }: Response): Promise<EventBody> {
  if (body === null) throw new TypeError('No body');
  return body;
}

/** @returns undefined for what is no JSON */
async function readJson(response: Response): Promise<unknown> {
  const text = await response.text();
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/*
 * What stands between a person and the first field is judged by hand; the contract's schemas judge
 * everything else, and come with the screens for it.
 */

/** @throws ClientError for an answer from a server that this widget cannot follow */
async function readStep(answer: unknown): Promise<CheckoutStep> {
  const step = isObject(answer) ? answer.step : undefined;
  if (isDetailsStep(step)) return step;
  const { parseStep } = await loadSchemas();
  return parseStep(step) ?? unknownAnswer();
}

/** @throws ClientError, as `readStep` */
async function readSession(answer: unknown): Promise<CheckoutSession> {
  const step = await readStep(answer);
  if (!isObject(answer)) return unknownAnswer();
  const { checkout_id, token, resume, by_code } = answer;
  const isWhole =
    typeof checkout_id === 'string' && typeof token === 'string' && typeof resume === 'string';
  if (!isWhole) return unknownAnswer();
  return { checkout_id, token, resume, ...(by_code === true && { by_code }), step };
}

/** @throws ClientError, as `readStep` */
function readDisclosures(answer: unknown): KnownTexts {
  const { disclosures, parties } = isObject(answer) ? answer : {};
  if (!isDisclosures(disclosures)) return unknownAnswer();
  return { disclosures, parties: isParties(parties) ? parties : null };
}

function isParties(value: unknown): value is Parties {
  if (!isObject(value) || typeof value.shop !== 'string') return false;
  return value.lender === null || typeof value.lender === 'string';
}

async function loadSchemas() {
  try {
    return await loadResults();
  } catch (cause) {
    throw networkError('the screens after the form', cause);
  }
}

function unknownAnswer(): never {
  throw new ClientError('Unknown answer', { code: 'internal', retryable: true });
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
