import { addDays, addMonths, type CalendarDate } from '../calendar/calendar-date.ts';

/** The most common interval between payments (Regulation Z, Appendix J (b)(4)). */
export type UnitPeriod = { months: number } | { days: number } | 'semimonth';

/** Whole unit-periods and the odd part of one. */
export interface TimeBetween {
  whole: number;
  odd_fraction: number;
}

/**
 * The time from an advance to a payment: whole unit-periods are counted backwards from the payment,
 * the days that are left are a part of 30 days a month, or of 15, 7, 14 or 28 (Appendix J (b)(5)).
 */
export function timeBetween(
  advance: CalendarDate,
  payment: CalendarDate,
  period: UnitPeriod,
): TimeBetween {
  if (period === 'semimonth') return semimonthsBetween(advance, payment);
  return 'months' in period
    ? monthsBetween(advance, payment, period.months)
    : daysBetween(advance, payment, period.days);
}

function monthsBetween(advance: CalendarDate, payment: CalendarDate, length: number): TimeBetween {
  let months = 0;
  while (addMonths(payment, -(months + 1)) >= advance) months += 1;
  const oddDays = dayCount(advance, addMonths(payment, -months));
  const whole = Math.floor(months / length);
  const oddMonths = months - whole * length;
  return { whole, odd_fraction: (oddMonths * 30 + oddDays) / (30 * length) };
}

function semimonthsBetween(advance: CalendarDate, payment: CalendarDate): TimeBetween {
  const { whole: months, odd_fraction } = monthsBetween(advance, payment, 1);
  const oddDays = Math.round(odd_fraction * 30);
  const half = Math.floor(oddDays / 15);
  return { whole: months * 2 + half, odd_fraction: (oddDays - half * 15) / 15 };
}

function daysBetween(advance: CalendarDate, payment: CalendarDate, length: number): TimeBetween {
  const days = dayCount(advance, payment);
  const whole = Math.floor(days / length);
  return { whole, odd_fraction: (days - whole * length) / length };
}

function dayCount(from: CalendarDate, to: CalendarDate): number {
  let days = 0;
  while (addDays(from, days) < to) days += 1;
  return days;
}
