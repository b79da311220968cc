import { Gauge, type Registry } from 'prom-client';
import type { Database } from '../database/database.ts';
import { type DueWorkSchema, dueWorkOf } from './due-work.ts';

interface OverdueWorkOptions<Schema extends DueWorkSchema> {
  /** Of the metric, in Prometheus' style. */
  name: string;
  registry: Registry;
  database: Pick<Database<Schema>, 'query'>;
  /** Those whose work this service takes. */
  scopes: () => readonly string[];
  /** Epoch milliseconds on the clock of a scope. */
  now: (scope: string) => number;
}

/**
 * A gauge of how late the oldest due work is. It grows when work is not claimed, or one receiver hangs
 * and its lane is full. Work that is put off, or whose handler throws, is due later, and not late.
 */
export function gaugeOverdueWork<Schema extends DueWorkSchema>({
  name,
  registry,
  database,
  scopes,
  now,
}: OverdueWorkOptions<Schema>): void {
  new Gauge({
    name,
    help: 'How late the oldest due work is; 0 when none is.',
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
  const oldest = await dueWorkOf(query)
    .selectFrom('due_work')
    .select('due_at')
    .where('scope', '=', scope)
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst();
  return oldest === undefined ? 0 : now - oldest.due_at;
}
