import { Counter, Registry } from 'prom-client';
import { type AnsweredRequest, requestDurations } from '../platform/http/observability.ts';

const callbackOutcomes = ['delivered', 'failed', 'exhausted'] as const;
const messageEnds = ['Sent', 'Bounced', 'Failed'] as const;
const channels = ['sms', 'email'] as const;

/** Of one try: a `failed` one is made again, an `exhausted` one was the last. */
export type CallbackOutcome = (typeof callbackOutcomes)[number];
type MessageEnd = (typeof messageEnds)[number];
type Channel = (typeof channels)[number];

/** What `/metrics` says: counts and durations by route, code and outcome, nothing about a person. */
export interface LendingMetrics {
  readonly registry: Registry;
  observeRequest(request: AnsweredRequest): void;
  countCallback(outcome: CallbackOutcome): void;
  /** A message that failed is counted once it is not tried again. */
  countMessage(channel: Channel, end: MessageEnd): void;
}

export function createLendingMetrics(): LendingMetrics {
  const registry = new Registry();
  const registers = [registry];
  const callbacks = new Counter({
    name: 'lending_callbacks_total',
    help: 'Tries to deliver a callback.',
    labelNames: ['outcome'] as const,
    registers,
  });
  const messages = new Counter({
    name: 'lending_messages_total',
    help: 'SMS and e-mails that have left, or will not.',
    labelNames: ['channel', 'outcome'] as const,
    registers,
  });
  // A rate needs the 0 before the first one.
  for (const outcome of callbackOutcomes) callbacks.inc({ outcome }, 0);
  for (const channel of channels) {
    for (const end of messageEnds) messages.inc(labelsOf(channel, end), 0);
  }
  return {
    registry,
    observeRequest: requestDurations('lending_request_duration_seconds', registry),
    countCallback: (outcome) => callbacks.inc({ outcome }),
    countMessage: (channel, end) => messages.inc(labelsOf(channel, end)),
  };
}

function labelsOf(channel: Channel, end: MessageEnd) {
  return { channel, outcome: end.toLowerCase() };
}
