import type { LookupFunction } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, buildConnector, type Dispatcher } from 'undici';
import { CallGate, type CallGateLimits } from './call-gate.ts';
import { ConnectionFailedError, exchange } from './exchange.ts';
import { type HttpOutcome, readOutcome } from './http-outcome.ts';
import { createSharedLookup } from './name-lookup.ts';

/** What one named client may use. */
export interface HttpLimits extends CallGateLimits {
  connectMs: number;
  /** From the call to the last byte of the answer, retries included. */
  totalMs: number;
  /** How long the probe of an open breaker may take, after each that was too late twice as long. */
  probeMs: number;
  /** Sockets to one origin. */
  connections: number;
  responseBytes: number;
  /** Repeats of a GET that failed; nothing else is ever repeated. */
  getRetries: number;
}

const defaultHttpLimits: HttpLimits = {
  connectMs: 2_000,
  totalMs: 20_000,
  probeMs: 3_000,
  connections: 64,
  inFlight: 128,
  queued: 128,
  responseBytes: 1_048_576,
  getRetries: 2,
};

const firstRetryMs = 100;

const deadlineReason: HttpOutcome = { kind: 'unknown', reason: 'timeout' };

export interface HttpRequest {
  method: 'GET' | 'POST' | 'PATCH';
  /** Absolute. */
  url: string;
  headers?: Record<string, string>;
  /** Sent as JSON; absent: no body. */
  body?: unknown;
  /** Milliseconds for this call in place of the client's. */
  totalMs?: number;
}

export interface HttpClient {
  /** Never rejects: whatever happens is an outcome. */
  call(request: HttpRequest): Promise<HttpOutcome>;
  /** Cuts what is running. */
  close(): Promise<void>;
}

export interface HttpClientOptions {
  limits?: Partial<HttpLimits>;
  /** A harmless GET that tries a service whose breaker is open. */
  probe: () => Pick<HttpRequest, 'url' | 'headers'>;
  /** Called with what became of every request and probe; not with calls that were held back here. */
  onOutcome?: (outcome: HttpOutcome, isProbe: boolean) => void;
  /** 0 to 1, for the jitter of retries. */
  random?: () => number;
  /** The resolver, for tests of one that says nothing. */
  lookup?: LookupFunction;
}

/**
 * A client for one service, within named limits: no redirect is followed, a GET is retried with
 * full jitter, nothing else is sent twice. It speaks HTTP/1.1: over HTTP/2 all calls share a connection,
 * which a call that is cut off leaves open, so that one that has died fails every call after it; and
 * undici sends a POST again whose stream is refused.
 */
export function createHttpClient(options: HttpClientOptions): HttpClient {
  const limits = { ...defaultHttpLimits, ...options.limits };
  const agent = new Agent({
    connections: limits.connections,
    pipelining: 1,
    allowH2: false,
    connect: buildConnector({
      timeout: limits.connectMs,
      allowH2: false,
      lookup: createSharedLookup(options.lookup),
    } as buildConnector.BuildOptions),
  });
  const caller = new Caller(agent, limits, options);
  return {
    call: (request) => caller.call(request),
    close: () => agent.destroy(),
  };
}

class Caller {
  readonly #agent: Agent;
  readonly #limits: HttpLimits;
  readonly #options: HttpClientOptions;
  readonly #gate: CallGate;
  readonly #budget = new RetryBudget();
  #probeMs: number;

  constructor(agent: Agent, limits: HttpLimits, options: HttpClientOptions) {
    this.#agent = agent;
    this.#limits = limits;
    this.#options = options;
    this.#gate = new CallGate(limits);
    this.#probeMs = limits.probeMs;
  }

  async call(request: HttpRequest): Promise<HttpOutcome> {
    const deadline = new AbortController();
    const timer = setTimeout(
      () => deadline.abort(new DOMException('the call took too long', 'TimeoutError')),
      request.totalMs ?? this.#limits.totalMs,
    );
    try {
      return await this.#dispatch(request, deadline.signal);
    } finally {
      clearTimeout(timer);
    }
  }

  async #dispatch(request: HttpRequest, signal: AbortSignal): Promise<HttpOutcome> {
    if (this.#gate.isOpen) await Promise.race([this.#probe(), aborted(signal)]);
    return request.method === 'GET' ? this.#get(request, signal) : this.#once(request, signal);
  }

  #probe(): Promise<void> {
    const probe: HttpRequest = { method: 'GET', ...this.#options.probe() };
    return this.#gate.probe(async () => {
      const outcome = await this.#send(probe, AbortSignal.timeout(this.#probeMs), true);
      // A service that is slow, and not away, is heard by a later probe.
      const isLate = outcome.kind === 'unknown' && outcome.reason === 'timeout';
      const { probeMs, totalMs } = this.#limits;
      this.#probeMs = isLate ? Math.min(2 * this.#probeMs, totalMs) : probeMs;
      return outcome;
    });
  }

  async #get(request: HttpRequest, signal: AbortSignal): Promise<HttpOutcome> {
    this.#budget.noteCall();
    for (let retry = 0; ; retry += 1) {
      const outcome = await this.#once(request, signal);
      const mayRetry = retry < this.#limits.getRetries && isWorthRetrying(outcome);
      if (!mayRetry || signal.aborted || !this.#budget.take()) return outcome;
      const random = (this.#options.random ?? Math.random)();
      const waited = sleep(random * firstRetryMs * 2 ** retry, true, { signal });
      if (!(await waited.catch(() => false))) return outcome;
    }
  }

  #once(request: HttpRequest, signal: AbortSignal): Promise<HttpOutcome> {
    return this.#gate.pass(signal, () => this.#send(request, signal));
  }

  async #send(request: HttpRequest, signal: AbortSignal, isProbe = false): Promise<HttpOutcome> {
    const outcome = await this.#exchange(request, signal);
    this.#options.onOutcome?.(outcome, isProbe);
    return outcome;
  }

  async #exchange(request: HttpRequest, signal: AbortSignal): Promise<HttpOutcome> {
    try {
      const maxBytes = this.#limits.responseBytes;
      const reply = await exchange(this.#agent, dispatchOptions(request), { maxBytes, signal });
      const outcome = readOutcome(reply);
      return outcome.kind === 'answered' || !signal.aborted ? outcome : outOfTime(outcome);
    } catch (error) {
      if (error instanceof ConnectionFailedError) {
        return { kind: 'not_sent', reason: 'no_connection', ...codeOf(error.cause) };
      }
      if (signal.aborted) return deadlineReason;
      return { kind: 'unknown', reason: 'connection_lost', ...codeOf(error) };
    }
  }
}

/** Of an answer whose body did not come whole in time, that it was a 2xx is kept. */
function outOfTime(outcome: HttpOutcome): HttpOutcome {
  const isBegun = outcome.kind === 'unknown' && outcome.reason === 'unreadable_answer';
  return isBegun ? { ...outcome, reason: 'timeout' } : deadlineReason;
}

function dispatchOptions({ url, method, headers, body }: HttpRequest): Dispatcher.DispatchOptions {
  const { origin, pathname, search } = new URL(url);
  const hasBody = body !== undefined;
  return {
    origin,
    path: pathname + search,
    method,
    headers: {
      accept: 'application/json',
      // Without it an answer may come in any coding.
      'accept-encoding': 'identity',
      // Some firewalls refuse a request that does not say who calls.
      'user-agent': 'soft-pull-checkout/1.0',
      ...(hasBody && { 'content-type': 'application/json' }),
      ...headers,
    },
    body: hasBody ? JSON.stringify(body) : null,
    // The call's own deadline rules; undici's would cut a soft pull short.
    headersTimeout: 0,
    bodyTimeout: 0,
  };
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

function codeOf(error: unknown): { code?: string } {
  const hasCode = error instanceof Error && 'code' in error && typeof error.code === 'string';
  return hasCode ? { code: String(error.code) } : {};
}

function isWorthRetrying(outcome: HttpOutcome): boolean {
  switch (outcome.kind) {
    case 'answered':
      return false;
    case 'refused':
      return outcome.status === 503;
    case 'not_sent':
      return outcome.reason === 'no_connection';
    case 'unknown':
      return outcome.reason === 'connection_lost' || outcome.reason === 'server_error';
  }
}

const tokensPerCall = 0.1;
const mostTokens = 10;

/** Lets at most one call in ten be a repeat, so that retries cannot keep a weak service down. */
class RetryBudget {
  #tokens = mostTokens;

  noteCall(): void {
    this.#tokens = Math.min(mostTokens, this.#tokens + tokensPerCall);
  }

  /** Takes one repeat out of the budget; false when it is used up. */
  take(): boolean {
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }
}
