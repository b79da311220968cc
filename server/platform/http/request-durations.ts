import type { Context, Next } from 'hono';
import { routePath } from 'hono/route';
import { Histogram, type Registry } from 'prom-client';

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
