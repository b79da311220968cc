import { Gauge } from 'prom-client';
import type { BffContext } from '../context.ts';
import { countUnresolved } from '../store/charges.ts';
import { type FailingEndpoint, failingEndpoints } from '../store/webhooks.ts';

/**
 * How long each endpoint that is listed has taken no webhook, as it is whenever `/metrics` is read. By
 * the database, so that every process says the same.
 */
export function gaugeFailingEndpoints({ database, clock, merchants, metrics }: BffContext): void {
  // A process that has not read the file again yet may have noted one that is gone.
  const isListed = (each: FailingEndpoint) => merchants.endpoint(each) !== undefined;
  const failing = new Gauge({
    name: 'bff_webhook_endpoint_failing_seconds',
    help: 'How long an endpoint has taken no webhook; one that takes them is not here.',
    labelNames: ['merchant_id', 'endpoint_id'] as const,
    registers: [metrics.registry],
    collect: async () => {
      // Whoever asks is told of a database that does not answer by /readyz.
      const all = await failingEndpoints(database.query).catch(() => []);
      failing.reset();
      for (const each of all.filter(isListed)) {
        const labels = { merchant_id: each.merchant, endpoint_id: each.endpointId };
        failing.set(labels, (clock.now() - each.since) / 1000);
      }
    },
  });
}

/**
 * How many charges and refunds are unresolved, as it is whenever `/metrics` is read. By the database:
 * the line in the log may be lost with its process.
 */
export function gaugeUnresolved({ database, metrics }: BffContext): void {
  const unresolved = new Gauge({
    name: 'bff_unresolved',
    help: 'Charges and refunds of which it is unknown if they were made.',
    labelNames: ['kind'] as const,
    registers: [metrics.registry],
    collect: async () => {
      for (const [kind, table] of [
        ['charge', 'charges'],
        ['refund', 'refunds'],
      ] as const) {
        // Whoever asks is told of a database that does not answer by /readyz.
        const count = countUnresolved(database.query, table);
        unresolved.set({ kind }, await count.catch(() => Number.NaN));
      }
    },
  });
}
