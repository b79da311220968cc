import type { Clock } from '../../platform/clock.ts';
import { hourMs, minuteMs } from '../../platform/durations.ts';
import type { Logger } from '../../platform/logging.ts';
import { createHttpClient, type HttpClient } from '../../platform/outbound/http-client.ts';
import {
  type HttpOutcome,
  isFailure,
  isUnauthorized,
} from '../../platform/outbound/http-outcome.ts';
import type { CreateLender, Lender, LenderObserver, LenderOptions } from './lender.ts';
import createSponsorLendingApi from './sponsor-lending-api/adapter.ts';

export interface LenderConnection {
  readonly lender: Lender;
  readonly lenderReachability: LenderReachability;
  readonly http: HttpClient;
}

interface ConnectOptions {
  lender: Pick<LenderOptions, 'baseUrl' | 'username' | 'password' | 'probeUserId'>;
  /** Milliseconds. */
  timing: { callMs: number; softPullMs: number; lenderRetryMs: number };
  clock: Clock;
  log: Logger;
  metrics: LenderMetrics;
  /** The built-in adapter when absent. */
  createLender?: CreateLender | undefined;
}

interface LenderMetrics {
  readonly observeLenderCall: LenderObserver['called'];
  readonly countOddity: LenderObserver['noticed'];
  setLenderReachable(isReachable: boolean): void;
}

/** The lender by its adapter, the client that calls it, and whether it answers. */
export function connectLender({
  lender: account,
  timing: { callMs, softPullMs, lenderRetryMs },
  clock,
  log,
  metrics,
  createLender = createSponsorLendingApi,
}: ConnectOptions): LenderConnection {
  const lenderReachability = new LenderReachability({
    origin: new URL(account.baseUrl).origin,
    clock,
    log,
    gauge: metrics.setLenderReachable,
    retryMs: lenderRetryMs,
  });
  const http = createHttpClient({
    limits: { totalMs: callMs },
    probe: () => lender.probe,
    onOutcome: lenderReachability.observe,
  });
  const logOddity = oddityLog(clock, log);
  const lender = createLender({
    ...account,
    http,
    softPullMs,
    observer: {
      called: metrics.observeLenderCall,
      noticed: (oddity) => {
        metrics.countOddity(oddity);
        logOddity(oddity);
      },
    },
  });
  return { lender, lenderReachability, http };
}

/**
 * Logs what of a lender's answers was not understood: each kind once an hour, since a lender that has
 * a word of its own says it in every answer.
 */
function oddityLog(clock: Clock, log: Logger): LenderObserver['noticed'] {
  const loggedAt = new Map<string, number>();
  return ({ operation, field, kind }) => {
    const key = `${operation} ${field} ${kind}`;
    const now = clock.now();
    // A clock that was set back is no reason to be silent.
    if (Math.abs(now - (loggedAt.get(key) ?? Number.NEGATIVE_INFINITY)) < hourMs) return;
    loggedAt.set(key, now);
    log.warn({ event: 'lender_oddity', kind, part: operation, reason: field });
  };
}

/** By these a gateway says that it has no answer of the lender's. */
const gatewayStatuses: ReadonlySet<number | undefined> = new Set([502, 503, 504]);

/** What `/readyz` says of the lender; null before the first call. */
export type LenderReport =
  | { reachable: true | null }
  | { reachable: false; cause: string; since: string };

interface LenderReachabilityOptions {
  /** Of the lender: scheme, host and port. */
  origin: string;
  clock: Clock;
  log: Logger;
  gauge: (isReachable: boolean) => void;
  /** Milliseconds from one try to the next while the lender cannot be reached. */
  retryMs: number;
}

/**
 * Whether the last request to the lender was answered, and if it was a probe, so that others are sent
 * again. Of a lender that cannot be reached one line a minute is logged, whatever the number of
 * requests, and one when it answers again.
 */
export class LenderReachability {
  readonly #options: LenderReachabilityOptions;
  #report: LenderReport = { reachable: null };
  /** Requests without an answer since the last line. */
  #missed = 0;
  #loggedAt = Number.NEGATIVE_INFINITY;
  /** A line says that the lender cannot be reached, and none since that it can. */
  #isLogged = false;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(options: LenderReachabilityOptions) {
    this.#options = options;
  }

  get report(): LenderReport {
    return this.#report;
  }

  /** Tries a lender that cannot be reached now and then: perhaps nobody else calls it for hours. */
  start(call: () => Promise<unknown>): void {
    this.#timer = setInterval(() => {
      if (this.#report.reachable === false) void call();
    }, this.#options.retryMs).unref();
  }

  /** From here on calls are cut on purpose. */
  stop(): void {
    this.#isStopped = true;
    clearInterval(this.#timer);
  }

  readonly observe = (outcome: HttpOutcome, isProbe = false): void => {
    if (this.#isStopped || this.#isOfTooManyPasswords(outcome)) return;
    const cause = causeOf(outcome, isProbe);
    this.#options.gauge(cause === null);
    if (cause === null) this.#noteAnswer();
    else this.#noteMiss(cause);
  };

  /** A lender may look at no password for a time once it has refused many. */
  #isOfTooManyPasswords(outcome: HttpOutcome): boolean {
    const isRefused = this.#report.reachable === false && this.#report.cause === '401';
    return isRefused && outcome.kind === 'refused' && outcome.status === 429;
  }

  #noteAnswer(): void {
    this.#report = { reachable: true };
    if (!this.#isLogged) return;
    this.#isLogged = false;
    const { log, origin } = this.#options;
    log.info({ event: 'lender_answers_again', origin });
  }

  #noteMiss(cause: string): void {
    const { clock, log, origin } = this.#options;
    const now = clock.now();
    const since =
      this.#report.reachable === false ? this.#report.since : new Date(now).toISOString();
    this.#report = { reachable: false, cause, since };
    this.#missed += 1;
    // A clock that was set back is no reason to be silent.
    if (Math.abs(now - this.#loggedAt) < minuteMs) return;
    const event = cause === '401' ? 'lender_credentials_refused' : 'lender_unreachable';
    log.error({ event, origin, reason: cause, count: this.#missed });
    this.#loggedAt = now;
    this.#isLogged = true;
    this.#missed = 0;
  }
}

/**
 * Why the lender cannot be called: a system's code such as `ECONNREFUSED`, `timeout`, `401` for
 * credentials that it does not take, or the status of a gateway before it. Of a probe it is any status
 * that keeps the breaker open: nothing else is sent. Null when it answered.
 */
function causeOf(outcome: HttpOutcome, isProbe: boolean): string | null {
  switch (outcome.kind) {
    case 'answered':
      return null;
    case 'refused': {
      const isCause = isProbe ? isFailure(outcome) : isUnauthorized(outcome);
      return isCause ? String(outcome.status) : null;
    }
    case 'not_sent':
      // Without a code it got no connection in time, because others hold them all.
      return outcome.code === undefined ? 'timeout' : readableCode(outcome.code);
    case 'unknown':
      if (outcome.status === undefined) return readableCode(outcome.code ?? outcome.reason);
      return isProbe || gatewayStatuses.has(outcome.status) ? String(outcome.status) : null;
  }
}

/** A system's code as it is, the HTTP client's own in words. */
function readableCode(code: string): string {
  if (code === 'UND_ERR_CONNECT_TIMEOUT') return 'connect_timeout';
  return code.startsWith('UND_ERR_') ? 'connection_lost' : code;
}
