import type { Clock } from '../platform/clock.ts';
import type { Logger } from '../platform/logging.ts';
import { createHttpClient, type HttpClient } from '../platform/outbound/http-client.ts';
import { type BffConfig, defaultTiming } from './context.ts';
import type { CreateLender, Lender } from './lender/lender.ts';
import createSponsorLendingApi from './lender/sponsor-lending-api/adapter.ts';
import { LenderReachability } from './lender-reachability.ts';
import type { Metrics } from './metrics.ts';
import { OddityLog } from './oddity-log.ts';

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
  const oddityLog = new OddityLog({ clock, log });
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
        oddityLog.note(oddity);
      },
    },
  });
  return { lender, lenderReachability, http };
}
