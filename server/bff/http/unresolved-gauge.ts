import { Gauge } from 'prom-client';
import type { BffContext } from '../context.ts';
import { countUnresolved } from '../store/charges.ts';

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
