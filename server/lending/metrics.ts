import type { Kysely } from 'kysely';
import { Counter, Gauge, Registry } from 'prom-client';
import type { Database } from '../platform/database/database.ts';
import type { DueWorkSchema } from '../platform/due-work/due-work.ts';
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

export interface OverdueWorkOptions<Schema extends DueWorkSchema> {
  /** Of the metric, in Prometheus' style. */
  name: string;
  registry: Registry;
  database: Pick<Database<Schema>, 'query'>;
  /** Those whose work this service takes. */
  scopes: () => readonly string[];
  /** Epoch milliseconds on the clock of a scope. */
  now: (scope: string) => number;
}

/** A gauge of how late the oldest due work is. What grows says that it is not taken, or fails. */
export function gaugeOverdueWork<Schema extends DueWorkSchema>({
  name,
  registry,
  database,
  scopes,
  now,
}: OverdueWorkOptions<Schema>): void {
  new Gauge({
    name,
    help: 'How late the oldest deadline, callback or message is; 0 when none is.',
    registers: [registry],
    async collect() {
      const late = scopes().map((scope) => overdueMs(database, scope, now(scope)));
      // Whoever asks is told of a database that does not answer by /readyz.
      const worst = await Promise.all(late).then(
        (each) => Math.max(0, ...each),
        () => Number.NaN,
      );
      this.set(worst / 1000);
    },
  });
}

async function overdueMs<Schema extends DueWorkSchema>(
  { query }: Pick<Database<Schema>, 'query'>,
  scope: string,
  now: number,
): Promise<number> {
  const oldest = await (query as unknown as Kysely<DueWorkSchema>)
    .selectFrom('due_work')
    .select('due_at')
    .where('scope', '=', scope)
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst();
  return oldest === undefined ? 0 : now - oldest.due_at;
}
