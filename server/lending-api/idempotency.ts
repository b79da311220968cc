import { z } from '@hono/zod-openapi';

/**
 * Optional Idempotency-Key of a call that creates. An empty one is refused: whoever sends it means
 * to be protected against repeats.
 */
export const idempotencyHeaders = z.object({
  'idempotency-key': z.string().trim().min(1).max(255).optional(),
});
