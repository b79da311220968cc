import { addBusinessDays, CUT_OFF_HOUR } from '../calendar/business-days.ts';
import type { CalendarDate } from '../calendar/calendar-date.ts';
import { easternDate, easternInstant } from '../calendar/eastern-time.ts';

const SETTLEMENT_DAYS = 2;

/** The day on which funds submitted at an instant settle: two business days on. */
export function settlementDate(submittedAt: number): CalendarDate {
  return addBusinessDays(easternDate(submittedAt), SETTLEMENT_DAYS);
}

/** The instant of that day's cut-off. */
export function settlementInstant(submittedAt: number): number {
  return easternInstant(settlementDate(submittedAt), CUT_OFF_HOUR);
}
