import * as z from 'zod/mini';
import { errorCodes } from './error-code.ts';

/** How far a checkout is whose return code was used up; `charged`: a charge was asked for. */
const reachedStages = ['chosen', 'ended', 'accepted', 'charged'] as const;

const errorCodeSchema = z.enum(errorCodes);
export const reachedSchema = z.enum(reachedStages);

/**
 * An RFC 9457 problem, `application/problem+json`. `errors` maps a field to its codes
 * (`FieldErrorCode`); nothing that was sent is echoed.
 */
export const problemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: errorCodeSchema,
  retryable: z.boolean(),
  correlation_id: z.string(),
  errors: z.optional(z.record(z.string(), z.array(z.string()))),
  /** With `code_used`. */
  reached: z.optional(reachedSchema),
});

export type Reached = (typeof reachedStages)[number];
export type Problem = z.infer<typeof problemSchema>;
