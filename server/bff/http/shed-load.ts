import type { Handler } from 'hono';
import { minuteMs } from '../../platform/durations.ts';
import { securityHeaders } from '../../platform/http/browser-security.ts';
import type { BffContext } from '../context.ts';
import { problemOf } from '../errors.ts';
import type { BffEnv } from './env.ts';
import { type Limiters, OVERLOADED } from './limiters.ts';

/** Where a consumer applies: the route, and its name in the metrics. */
export const applicationPath = '/v1/checkouts/:id/application';

/**
 * Refuses an application while all places are taken, with the headers that every answer has. It comes
 * before all else and builds its answer at once: what is spent on those who must come later is taken
 * from those who can be answered. No merchant is known yet, so that any merchant's page may read it.
 */
export function shedLoad(context: BffContext, limiters: Limiters): Handler<BffEnv> {
  const { config, ids, merchants, metrics } = context;
  const overloadLog = new OverloadLog(context);
  const headers = {
    ...securityHeaders(config.bffPublicUrl),
    'content-type': 'application/problem+json',
    'retry-after': String(OVERLOADED.retryAfterSeconds),
    vary: 'origin',
  };
  return function shedApplication(c, next) {
    if (!limiters.isOverloaded()) return next();
    const problem = problemOf(OVERLOADED, ids.uuid());
    const { status } = problem;
    metrics.observeRequest({ route: applicationPath, status, durationMs: 0 });
    overloadLog.note();
    const origin = c.req.header('origin');
    const mayRead = origin !== undefined && merchants.origins.includes(origin);
    const forPage = mayRead && {
      'access-control-allow-origin': origin,
      'access-control-expose-headers': 'retry-after',
    };
    return new Response(JSON.stringify(problem), { status, headers: { ...headers, ...forPage } });
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
