import type { ClaimedWork, DueWorkResult } from '../../../platform/due-work/runner.ts';
import type { LendingContext } from '../../context.ts';
import { chargeDeadline, endedBy } from '../../domain/funding/charge-deadline.ts';
import { openCharge, endCharge } from './answer-charge.ts';

/** Ends a request whose 48 hours, or whose purchase window, are over. No callback. */
export async function runChargeDeadline(
  context: LendingContext,
  { key, scope, now }: Pick<ClaimedWork, 'key' | 'scope' | 'now'>,
): Promise<DueWorkResult> {
  return context.database.transaction(async (tx) => {
    const { charge, loan } = await openCharge(context, tx, scope, key);
    if (charge.status !== 'Pending') return 'done';
    const deadlines = { ...loan, expires_at: charge.expires_at };
    const event = endedBy(deadlines, now);
    if (event === null) return { retryAt: chargeDeadline(deadlines) };
    await endCharge(tx, loan, charge, { event, at: chargeDeadline(deadlines) });
    return 'done';
  });
}
