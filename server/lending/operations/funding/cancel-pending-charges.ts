import type { Transaction } from 'kysely';
import { listPendingOfLoan } from '../../store/charge-requests.ts';
import type { ApplicationTable, LendingSchema } from '../../store/schema.ts';
import { endCharge } from './end-charge.ts';

/**
 * Cancels what waits for approval when the loan can no longer be charged: cancelled, suspended, or
 * its purchase window over (decisions 6.5). The loan is locked. No callback: the consumer neither
 * approved nor rejected.
 */
export async function cancelPendingCharges(
  tx: Transaction<LendingSchema>,
  loan: ApplicationTable,
  { at, reason }: { at: number; reason: string },
): Promise<void> {
  for (const charge of await listPendingOfLoan(tx, loan)) {
    await endCharge(tx, loan, charge, { event: 'canceled', at, reason });
  }
}
