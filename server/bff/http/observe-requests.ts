import type { Context, MiddlewareHandler } from 'hono';
import { minuteMs } from '../../platform/durations.ts';
import { logRequest, measureRequest } from '../../platform/http/observability.ts';
import type { BffContext } from '../context.ts';
import type { BffEnv } from './env.ts';

/** Gives each request an id, measures it and logs what went wrong. */
export function observeRequests(context: BffContext): MiddlewareHandler<BffEnv> {
  const { ids, log, metrics } = context;
  const crowdLog = new CrowdLog(context);
  return async function observe(c, next) {
    const correlation_id = ids.uuid();
    c.set('correlationId', correlation_id);
    const answered = await measureRequest(c, next);
    metrics.observeRequest(answered);
    if (c.get('isOfCrowd')) return crowdLog.note();
    const { method } = c.req;
    logRequest(log, answered, { correlation_id, ...subjectOf(c), method });
  };
}

/** Whose request it is, as far as that is known. */
export function subjectOf(c: Context<BffEnv>): { merchant_id?: string; checkout_id?: string } {
  const [merchantId, checkoutId] = [c.get('merchantId'), c.get('checkoutId')];
  return {
    ...(merchantId !== undefined && { merchant_id: merchantId }),
    ...(checkoutId !== undefined && { checkout_id: checkoutId }),
  };
}

/** One line a minute for all applications that were refused because too many came at a time. */
class CrowdLog {
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
