import { type Context, Hono, type Next } from 'hono';
import { routePath } from 'hono/route';
import { type QueryExecutorProvider, sql } from 'kysely';
import { Histogram, type Registry } from 'prom-client';
import { DatabaseUnavailableError } from '../database/database.ts';
import { isReadOnly } from '../database/postgres-failures.ts';
import { minuteMs } from '../durations.ts';
import type { LogFields, Logger } from '../logging.ts';
import { NetworkLimiter } from '../network-limiter.ts';

export interface OperationOptions {
  /** The service is ready while this takes writes. */
  database: QueryExecutorProvider;
  registry: Registry;
  log: Logger;
  /** What else `/readyz` says: worth knowing, and no reason to send requests elsewhere. */
  remarks?: () => Readonly<Record<string, unknown>>;
}

/** `/healthz`, `/readyz` and `/metrics`: for those who run a service. */
export function operationRoutes({
  database,
  registry,
  log,
  remarks = () => ({}),
}: OperationOptions): Hono {
  return new Hono()
    .get('/healthz', (c) => c.json({ status: 'ok' }, 200))
    .get('/readyz', async (c) => {
      try {
        await writeNothing.execute(database);
        return c.json({ status: 'ready', ...remarks() }, 200);
      } catch (error) {
        const cause = causeOf(error);
        log.error({ event: 'not_ready', part: 'database', reason: cause, error });
        return c.json({ status: 'not_ready', cause, ...remarks() }, 503);
      }
    })
    .get('/metrics', async (c) => {
      const text = await registry.metrics();
      return c.body(text, 200, { 'content-type': registry.contentType });
    });
}

/**
 * A write of no row: a PostgreSQL that only reads refuses it, and its connection is left for one to the
 * primary, as after any other write. SQLite writes nothing to its disk for it.
 */
const writeNothing = sql`update due_work set leased_until = leased_until where 1 = 0`;

function causeOf(error: unknown): 'database_only_reads' | 'database_does_not_answer' {
  const onlyReads = error instanceof DatabaseUnavailableError && isReadOnly(error.cause);
  return onlyReads ? 'database_only_reads' : 'database_does_not_answer';
}

/** Seconds: from an answer out of memory to the longest call to a lender. */
export const DURATION_BUCKETS = [
  0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25, 60,
] as const;

export interface AnsweredRequest {
  /** The pattern, `/checkouts/:id`: paths hold ids. */
  route: string;
  status: number;
  durationMs: number;
}

/** Runs the rest of the app and tells how long that took. Call it before all else. */
export async function measureRequest(c: Context, next: Next): Promise<AnsweredRequest> {
  const startedAt = performance.now();
  await next();
  const durationMs = performance.now() - startedAt;
  return { route: routePath(c, -1), status: c.res.status, durationMs };
}

/** Of one network: what it is refused beyond that fills nobody's disk. */
const refusalsLoggedAMinute = 600;

/** One line a request: at `info` what was refused or went wrong, at `debug` the rest. */
export class RequestLog {
  readonly #log: Logger;
  readonly #refusals: NetworkLimiter;

  /** @param now epoch milliseconds */
  constructor(log: Logger, now: () => number) {
    this.#log = log;
    this.#refusals = new NetworkLimiter(now, { calls: refusalsLoggedAMinute, perMs: minuteMs });
  }

  note(
    { route, status, durationMs }: AnsweredRequest,
    network: () => string,
    subject: Omit<LogFields, 'event'>,
  ): void {
    const answer = { route, status, duration_ms: Math.round(durationMs) };
    const line = { event: 'request', ...subject, ...answer };
    const isRefused = status >= 400 && status < 500 && this.#refusals.take(network()) === 0;
    if (isRefused || status >= 500) this.#log.info(line);
    else this.#log.debug(line);
  }
}

/** @param name of the metric, in Prometheus' style */
export function requestDurations(
  name: string,
  registry: Registry,
): (request: AnsweredRequest) => void {
  const requests = new Histogram({
    name,
    help: 'Time from a request to its answer.',
    labelNames: ['route', 'status'] as const,
    buckets: [...DURATION_BUCKETS],
    registers: [registry],
  });
  return ({ route, status, durationMs }) =>
    requests.observe({ route, status: String(status) }, durationMs / 1000);
}
