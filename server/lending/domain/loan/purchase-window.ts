import { addDays, type CalendarDate } from '../../../platform/calendar/calendar-date.ts';
import { easternDate, easternInstant } from '../../../platform/calendar/eastern-time.ts';

export interface PurchaseWindow {
  /** The last day on which charges may be made. */
  end_date: CalendarDate;
  /** The end of that day in New York, epoch ms; from then on nothing may be charged. */
  ends_at: number;
}

/** The window that opens with the acceptance (epoch ms) of the terms. */
export function purchaseWindow(acceptedAt: number, days: number): PurchaseWindow {
  const endDate = addDays(easternDate(acceptedAt), days);
  return { end_date: endDate, ends_at: easternInstant(endDate, 24) };
}

/** The last day of a window that ends at an instant (epoch ms). */
export function purchaseWindowEndDate(endsAt: number): CalendarDate {
  return easternDate(endsAt - 1);
}
