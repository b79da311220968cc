import type { Clock } from '../platform/clock.ts';
import { hourMs } from '../platform/durations.ts';
import type { Logger } from '../platform/logging.ts';
import { createHttpClient, type HttpClient } from '../platform/outbound/http-client.ts';
import { type BffConfig, defaultTiming } from './context.ts';
import type { CreateLender, Lender, LenderObserver } from './lender/lender.ts';
import createSponsorLendingApi from './lender/sponsor-lending-api/adapter.ts';
import { LenderReachability } from './lender-reachability.ts';
import type { Metrics } from './metrics.ts';

export interface LenderConnection {
  readonly lender: Lender;
  readonly lenderReachability: LenderReachability;
  readonly http: HttpClient;
}

interface ConnectOptions {
  config: BffConfig;
  clock: Clock;
  log: Logger;
  metrics: Metrics;
  /** The built-in adapter when absent. */
  createLender?: CreateLender | undefined;
}

/** The lender by its adapter, the client that calls it, and whether it answers. */
export function connectLender({
  config,
  clock,
  log,
  metrics,
  createLender = createSponsorLendingApi,
}: ConnectOptions): LenderConnection {
  const { callMs, softPullMs, lenderRetryMs } = { ...defaultTiming, ...config.timing };
  const lenderReachability = new LenderReachability({
    origin: new URL(config.lender.baseUrl).origin,
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
    ...config.lender,
    http,
    softPullMs,
    // It may be about any merchant, or none: a refusal is an answer, too, unless it is of the login.
    probeUserId: config.merchants[0]?.admin_user_id ?? 'nobody',
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
