import { Hono } from 'hono';
import { type QueryExecutorProvider, sql } from 'kysely';
import type { Registry } from 'prom-client';
import type { Logger } from '../logging.ts';

export interface OperationOptions {
  /** The service is ready while this answers. */
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
        await sql`select 1`.execute(database);
        return c.json({ status: 'ready', ...remarks() }, 200);
      } catch (error) {
        log.error({ event: 'not_ready', part: 'database', error });
        return c.json({ status: 'not_ready', ...remarks() }, 503);
      }
    })
    .get('/metrics', async (c) => {
      const text = await registry.metrics();
      return c.body(text, 200, { 'content-type': registry.contentType });
    });
}
