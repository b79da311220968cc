import type { BffContext } from '../context.ts';
import { CALL_MARGIN_MS } from '../domain/checkout.ts';
import { LenderError } from '../lender/lender-error.ts';

/**
 * How long the call of an intent may take: no longer than what is left of the intent's time, however
 * long its commit took. Past the deadline another node may hold that the call never arrived.
 * @param cutAtMs how long such a call may take at most
 * @throws LenderError `unavailable` when nothing is left: it is not sent
 */
export function callTimeMs(
  { clock, timing }: Pick<BffContext, 'clock' | 'timing'>,
  operation: string,
  deadlineAt: number,
  cutAtMs: number = timing.callMs,
): number {
  const leftMs = deadlineAt - CALL_MARGIN_MS - clock.now();
  if (leftMs > 0) return Math.min(cutAtMs, leftMs);
  throw new LenderError(operation, 'not sent, out of time', { failure: 'unavailable' });
}

interface BegunCall {
  readonly id: string;
  readonly deadlineAt: number;
}

/**
 * True if what stands under the call's id is its own intent. If not, another node found nothing of it,
 * and began again under the id: what became of the first call says nothing of the second.
 */
export function isOfThisCall(call: BegunCall, standing: readonly BegunCall[]): boolean {
  return standing.some(({ id, deadlineAt }) => id === call.id && deadlineAt === call.deadlineAt);
}
