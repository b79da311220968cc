import { z } from '@hono/zod-openapi';
import { optional } from './optional.ts';

/** Optional Idempotency-Key of a call that creates. */
export const idempotencyHeaders = z.object({
  'idempotency-key': optional(z.string().trim().min(1).max(255)),
});
