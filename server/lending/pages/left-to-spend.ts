import type { LendingContext } from '../context.ts';
import { availableSpend, purchaseWindowEndDate } from '../domain/loan.ts';
import { balanceAt } from '../operations/funding/balance-at.ts';
import type { ApplicationRow } from '../store/schema/applications.ts';
import type { PageContext } from './page-context.ts';

/** Whether a loan can be charged, and what keeps it from it. */
export type LoanStanding = 'open' | 'on_hold' | 'closed' | 'window_over';

/** What may still be charged to a loan, as of now. */
export interface LeftToSpend {
  readonly standing: LoanStanding;
  /** What can be spent; nothing unless the loan is `open`. */
  readonly cents: number;
  /** Set aside for charges that wait for an answer. */
  readonly pendingCents: number;
  /** `YYYY-MM-DD` */
  readonly purchaseWindowEndDate: string;
  readonly isWindowOver: boolean;
}

export async function leftToSpend(
  { database, clock }: Pick<LendingContext, 'database' | 'clock'>,
  application: ApplicationRow,
): Promise<LeftToSpend> {
  const now = clock.now(application.sponsor_id);
  const endsAt = application.purchase_window_ends_at ?? 0;
  const isWindowOver = now >= endsAt;
  const standing = standingOf(application, isWindowOver);
  const loan = await balanceAt(database.query, application, now);
  return {
    standing,
    cents: standing === 'open' ? availableSpend(loan) : 0,
    pendingCents: loan.pending_charge_amount_cents,
    purchaseWindowEndDate: purchaseWindowEndDate(endsAt),
    isWindowOver,
  };
}

function standingOf({ account_status }: ApplicationRow, isWindowOver: boolean): LoanStanding {
  if (account_status === 'Suspended') return 'on_hold';
  if (account_status !== 'Active') return 'closed';
  return isWindowOver ? 'window_over' : 'open';
}

/** The rows of a loan's facts that say what is left of it, and until when. */
export function leftRows(
  { strings, format }: PageContext,
  { cents, pendingCents, purchaseWindowEndDate: endDate, isWindowOver }: LeftToSpend,
): [name: string, value: string][] {
  const { setAside, available, windowEnd, windowEnded } = strings.account;
  const pending: [string, string][] =
    pendingCents === 0 ? [] : [[setAside, format.cents(pendingCents)]];
  return [
    ...pending,
    [available, format.cents(cents)],
    [isWindowOver ? windowEnded : windowEnd, format.date(endDate)],
  ];
}
