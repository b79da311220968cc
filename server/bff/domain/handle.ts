import { dayMs } from '../../platform/durations.ts';
import type { Checkout } from './checkout.ts';

/** How long a handle outlives its checkout. */
export const goodAfterEndMs = 30 * dayMs;

/** Whether a handle of `generation` still leads to the checkout: until 30 days after its end. */
export function isGoodHandle(
  { generation, endedAt }: Checkout,
  brought: { generation: number },
  now: number,
): boolean {
  return brought.generation === generation && (endedAt === null || now < endedAt + goodAfterEndMs);
}
