import { minuteMs } from '../../platform/durations.ts';
import { securityHeaders } from '../../platform/http/browser-security.ts';
import type { EarlyAnswer } from '../../platform/http/listen.ts';
import type { BffContext } from '../context.ts';
import { problemOf } from '../errors.ts';
import { type Limiters, OVERLOADED } from './limiters.ts';
import { maxBodyBytes } from './request.ts';

/** Where a consumer applies, by its name in the metrics. */
const applicationRoute = '/v1/checkouts/:id/application';
const applicationTarget = /^\/v1\/checkouts\/[^/?]+\/application(?:\?|$)/;

/**
 * Refuses an application while all places are taken, with the headers that every answer has. It comes
 * before the app and its router: what is spent on those who must come later is taken from those who
 * can be answered. No merchant is known yet, so that any merchant's page may read it.
 */
export function shedLoad(context: BffContext, limiters: Limiters): EarlyAnswer {
  const { config, ids, merchants, metrics } = context;
  const overloadLog = new OverloadLog(context);
  const headers = {
    ...securityHeaders(config.bffPublicUrl),
    'content-type': 'application/problem+json',
    'retry-after': String(OVERLOADED.retryAfterSeconds),
    vary: 'origin',
  };
  return function shedApplication(request, response) {
    if (!limiters.isOverloaded()) return false;
    if (request.method !== 'POST' || !applicationTarget.test(request.url ?? '')) return false;
    const problem = problemOf(OVERLOADED, ids.uuid());
    const { status } = problem;
    metrics.observeRequest({ route: applicationRoute, status, durationMs: 0 });
    overloadLog.note();
    const { origin } = request.headers;
    const mayRead = origin !== undefined && merchants.origins.includes(origin);
    const forPage = mayRead && {
      'access-control-allow-origin': origin,
      'access-control-expose-headers': 'retry-after',
    };
    const body = JSON.stringify(problem);
    const length = { 'content-length': Buffer.byteLength(body) };
    // Node would read on, as long as it comes, what is more than an application.
    const announced = Number(request.headers['content-length'] ?? Number.POSITIVE_INFINITY);
    const ending = announced > maxBodyBytes && { connection: 'close' };
    response.writeHead(status, { ...headers, ...forPage, ...length, ...ending }).end(body);
    return true;
  };
}

/** One line a minute for all applications that were refused because too many came at a time. */
class OverloadLog {
  readonly #context: Pick<BffContext, 'clock' | 'log'>;
  #loggedAt = Number.NEGATIVE_INFINITY;
  /** Since the last line. */
  #refused = 0;

  constructor(context: Pick<BffContext, 'clock' | 'log'>) {
    this.#context = context;
  }

  note(): void {
    this.#refused += 1;
    const { clock, log } = this.#context;
    const now = clock.now();
    // A clock that was set back is no reason to be silent.
    if (Math.abs(now - this.#loggedAt) < minuteMs) return;
    log.warn({ event: 'applications_refused', count: this.#refused });
    this.#loggedAt = now;
    this.#refused = 0;
  }
}
