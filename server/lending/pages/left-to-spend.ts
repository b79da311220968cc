import type { LendingContext } from '../context.ts';
import { availableSpend } from '../domain/loan/balances.ts';
import { balanceAt } from '../operations/funding/balance-at.ts';
import type { ApplicationTable } from '../store/schema.ts';

/** What can still be spent now, in cents; null where no charge can be made any more. */
export async function leftToSpend(
  { database, clock }: Pick<LendingContext, 'database' | 'clock'>,
  application: ApplicationTable,
): Promise<number | null> {
  const now = clock.now(application.sponsor_id);
  const { status, account_status, purchase_window_ends_at } = application;
  if (status !== 'Approved: Accepted' || account_status !== 'Active') return null;
  if (now >= (purchase_window_ends_at ?? 0)) return null;
  return availableSpend(await balanceAt(database.query, application, now));
}
