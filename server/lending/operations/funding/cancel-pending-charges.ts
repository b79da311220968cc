import type { Transaction } from 'kysely';
import type { CancelReason } from '../../domain/funding/charge-prerequisites.ts';
import { chargeDeadline, endedBy } from '../../domain/funding/charge-deadline.ts';
import { listPendingOfLoan } from '../../store/charge-requests.ts';
import type { ApplicationTable, LendingSchema } from '../../store/schema.ts';
import { endCharge } from './answer-charge.ts';

/**
 * Cancels what waits for approval when the loan can no longer be charged: cancelled, suspended, or
 * its purchase window over. The loan is locked. No callback: the consumer neither
 * approved nor rejected.
 */
export async function cancelPendingCharges(
  tx: Transaction<LendingSchema>,
  loan: ApplicationTable,
  { at, reason }: { at: number; reason: CancelReason },
): Promise<void> {
  await endOverdueCharges(tx, loan, at);
  for (const charge of await listPendingOfLoan(tx, loan)) {
    await endCharge(tx, loan, charge, { event: 'canceled', at, reason });
  }
}

/** Ends what should have ended before and whose timer is late. The loan is locked. */
export async function endOverdueCharges(
  tx: Transaction<LendingSchema>,
  loan: ApplicationTable,
  now: number,
): Promise<void> {
  for (const charge of await listPendingOfLoan(tx, loan)) {
    const deadlines = { ...loan, expires_at: charge.expires_at };
    const event = endedBy(deadlines, now);
    if (event !== null) await endCharge(tx, loan, charge, { event, at: chargeDeadline(deadlines) });
  }
}
