import type { TransactionStatus } from '../../../lending-api/statuses.ts';
import type { CalendarDate } from '../../../platform/calendar/calendar-date.ts';
import { easternDate, easternInstant } from '../../../platform/calendar/eastern-time.ts';
import { addBusinessDays, CUT_OFF_HOUR, nextCutOff } from '../business-days.ts';

const settlementDays = 2;

/** The day on which funds submitted at an instant settle: two business days on. */
export function settlementDate(submittedAt: number): CalendarDate {
  return addBusinessDays(easternDate(submittedAt), settlementDays);
}

/** The instant of that day's cut-off. */
export function settlementInstant(submittedAt: number): number {
  return easternInstant(settlementDate(submittedAt), CUT_OFF_HOUR);
}

/** Where a transaction stands on its way to settlement; times in epoch milliseconds. */
export interface Settling {
  status: TransactionStatus;
  status_at: number;
  settled_at: number | null;
  expected_settlement_date: CalendarDate | null;
}

/**
 * True if funds have moved for good. A refund of a charge that had not gone out is Successful and
 * counts as settled; a charge that came back is not settled any more (server/lending/DECISIONS.md,
 * Transactions and settlement; Refunds).
 */
export function isSettled({
  status,
  settled_at,
}: Pick<Settling, 'status' | 'settled_at'>): boolean {
  return status === 'Transferred' || (status === 'Successful' && settled_at !== null);
}

/**
 * The day on which a transaction under way should settle; null when it has ended or has settled, or
 * when that day is over by now (epoch ms) and nobody knows another.
 */
export function expectedSettlementDate(transaction: Settling, now: number): CalendarDate | null {
  const expected = isSettled(transaction) ? null : plannedDate(transaction);
  return expected !== null && expected >= easternDate(now) ? expected : null;
}

function plannedDate(transaction: Settling): CalendarDate | null {
  const { status, status_at, expected_settlement_date } = transaction;
  if (status === 'Pending') return settlementDate(nextCutOff(status_at));
  return status === 'Submitted' || status === 'Successful' ? expected_settlement_date : null;
}
