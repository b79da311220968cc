import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { checkoutStepSchema } from '../../../widget/contract/step.ts';
import {
  type AnsweredRequest,
  DURATION_BUCKETS,
  requestDurations,
} from '../../platform/http/observability.ts';
import type { LenderObserver } from '../lender/lender.ts';

const webhookOutcomes = ['delivered', 'retried', 'failed'] as const;
const screens = checkoutStepSchema.def.options.flatMap(({ shape }) => shape.screen.def.values);

/** What `/metrics` says: counts and durations by route, code and screen, nothing about a person. */
export interface Metrics {
  readonly registry: Registry;
  observeRequest(request: AnsweredRequest): void;
  readonly observeLenderCall: LenderObserver['called'];
  readonly countOddity: LenderObserver['noticed'];
  /** An answer that could not be shown, for want of a field. */
  countUnreadable(answer: { operation: string; field: string }): void;
  countStep(screen: string): void;
  countStream(change: 1 | -1): void;
  countWebhook(outcome: (typeof webhookOutcomes)[number]): void;
  setLenderReachable(isReachable: boolean): void;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const lenderCalls = new Histogram({
    name: 'bff_lender_call_duration_seconds',
    help: 'Time a call to the lender took.',
    labelNames: ['operation', 'outcome'] as const,
    buckets: [...DURATION_BUCKETS],
    registers,
  });
  const steps = new Counter({
    name: 'bff_steps_total',
    help: 'Screens that checkouts have come to.',
    labelNames: ['screen'] as const,
    registers,
  });
  // A rate needs the 0 before the first one.
  for (const screen of screens) steps.inc({ screen }, 0);
  const oddities = new Counter({
    name: 'bff_lender_oddities_total',
    help: 'Rows, words and ends of long lists of the lender that were left out.',
    labelNames: ['operation', 'field', 'kind'] as const,
    registers,
  });
  const unreadable = new Counter({
    name: 'bff_lender_unreadable_total',
    help: 'Answers of the lender that could not be shown.',
    labelNames: ['operation', 'field'] as const,
    registers,
  });
  const webhooks = new Counter({
    name: 'bff_webhooks_total',
    help: 'Attempts to deliver a webhook; failed: it was given up.',
    labelNames: ['outcome'] as const,
    registers,
  });
  for (const outcome of webhookOutcomes) webhooks.inc({ outcome }, 0);
  const streams = new Gauge({ name: 'bff_open_streams', help: 'Open event streams.', registers });
  const lenderReachable = new Gauge({
    name: 'bff_lender_reachable',
    help: '0 if the last request to the lender failed, else 1.',
    registers,
  });
  lenderReachable.set(1);
  return {
    registry,
    observeRequest: requestDurations('bff_request_duration_seconds', registry),
    observeLenderCall: ({ operation, outcome, durationMs }) =>
      lenderCalls.observe({ operation, outcome }, durationMs / 1000),
    countOddity: (oddity) => oddities.inc({ ...oddity }),
    countUnreadable: (answer) => unreadable.inc({ ...answer }),
    countStep: (screen) => steps.inc({ screen }),
    countStream: (change) => streams.inc(change),
    countWebhook: (outcome) => webhooks.inc({ outcome }),
    setLenderReachable: (isReachable) => lenderReachable.set(isReachable ? 1 : 0),
  };
}
