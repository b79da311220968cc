import { Hono } from 'hono';
import { sql } from 'kysely';
import type { BffContext } from '../context.ts';
import type { BffEnv } from '../http-env.ts';

/** `/healthz`, `/readyz` and `/metrics`: for those who run the service. */
export function operationRoutes({ database, metrics, log }: BffContext): Hono<BffEnv> {
  return new Hono<BffEnv>()
    .get('/healthz', (c) => c.json({ status: 'ok' }, 200))
    .get('/readyz', async (c) => {
      try {
        await sql`select 1`.execute(database.query);
        return c.json({ status: 'ready' }, 200);
      } catch (error) {
        log.error({ event: 'not_ready', part: 'database', error });
        return c.json({ status: 'not_ready' }, 503);
      }
    })
    .get('/metrics', async (c) => {
      const text = await metrics.registry.metrics();
      return c.body(text, 200, { 'content-type': metrics.registry.contentType });
    });
}
