import * as z from 'zod/mini';
import { type CheckoutStep, checkoutStepSchema } from '../contract/step.ts';

/** The step, or `null` for what the contract does not know. */
export function parseStep(value: unknown): CheckoutStep | null {
  const result = z.safeParse(checkoutStepSchema, value);
  return result.success ? result.data : null;
}
