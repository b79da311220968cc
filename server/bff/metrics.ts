import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { LenderObserver } from './lender/lender.ts';

const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25, 60];

/** What `/metrics` says: counts and durations by route, code and screen, nothing about a person. */
export interface Metrics {
  readonly registry: Registry;
  observeRequest(request: { route: string; status: number; durationMs: number }): void;
  readonly observeLenderCall: LenderObserver['called'];
  readonly countOddity: LenderObserver['noticed'];
  /** An answer that could not be shown, for want of a field. */
  countUnreadable(answer: { operation: string; field: string }): void;
  countStep(screen: string): void;
  countStream(change: 1 | -1): void;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const requests = new Histogram({
    name: 'bff_request_duration_seconds',
    help: 'Time from a request to its answer.',
    labelNames: ['route', 'status'] as const,
    buckets: seconds,
    registers,
  });
  const lenderCalls = new Histogram({
    name: 'bff_lender_call_duration_seconds',
    help: 'Time a call to the lender took.',
    labelNames: ['operation', 'outcome'] as const,
    buckets: seconds,
    registers,
  });
  const steps = new Counter({
    name: 'bff_steps_total',
    help: 'Screens that checkouts have come to.',
    labelNames: ['screen'] as const,
    registers,
  });
  const oddities = new Counter({
    name: 'bff_lender_oddities_total',
    help: 'Rows and words of the lender that were not understood and left out.',
    labelNames: ['operation', 'field', 'kind'] as const,
    registers,
  });
  const unreadable = new Counter({
    name: 'bff_lender_unreadable_total',
    help: 'Answers of the lender that could not be shown.',
    labelNames: ['operation', 'field'] as const,
    registers,
  });
  const streams = new Gauge({ name: 'bff_open_streams', help: 'Open event streams.', registers });
  return {
    registry,
    observeRequest: ({ route, status, durationMs }) =>
      requests.observe({ route, status: String(status) }, durationMs / 1000),
    observeLenderCall: ({ operation, outcome, durationMs }) =>
      lenderCalls.observe({ operation, outcome }, durationMs / 1000),
    countOddity: (oddity) => oddities.inc({ ...oddity }),
    countUnreadable: (answer) => unreadable.inc({ ...answer }),
    countStep: (screen) => steps.inc({ screen }),
    countStream: (change) => streams.inc(change),
  };
}
