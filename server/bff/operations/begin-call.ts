import type { BffContext } from '../context.ts';
import type { Checkout } from '../domain/checkout.ts';
import { BffError } from '../errors.ts';

/**
 * Begins the call whose intent is written, under its key. When its end cannot be written, the
 * checkout is looked at as soon as the database takes note of that: nobody else would for a day.
 */
export function beginCall(
  { calls, pendingReconciles, log }: BffContext,
  { id, key }: { id: string; key: string },
  call: () => Promise<Checkout>,
): void {
  calls.begin(key, async () => {
    try {
      return await call();
    } catch (error) {
      // A BffError says how the call ended, once that is written.
      if (!(error instanceof BffError)) {
        log.error({ event: 'call_end_not_written', checkout_id: id, error });
        pendingReconciles.add(id);
      }
      throw error;
    }
  });
}
