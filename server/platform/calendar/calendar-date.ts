/** A day without a time or a zone, `YYYY-MM-DD`. Such texts sort as the days do. */
export type CalendarDate = string;

const datePattern = /^(\d{4})-(\d{2})-(\d{2})$/;

interface Parts {
  year: number;
  month: number;
  day: number;
}

/** True if the text names a day that exists. */
export function isCalendarDate(text: string): boolean {
  const match = datePattern.exec(text);
  if (match === null) return false;
  const day = Number(match[3]);
  return day >= 1 && day <= daysInMonth(Number(match[1]), Number(match[2]));
}

/**
 * The same day of a later or earlier month, or that month's last day when it is shorter.
 *
 * @example addMonths('2026-01-31', 1) => '2026-02-28'
 */
export function addMonths(date: CalendarDate, months: number): CalendarDate {
  const { year, month, day } = partsOf(date);
  const monthsSinceYearZero = year * 12 + (month - 1) + months;
  const targetYear = Math.floor(monthsSinceYearZero / 12);
  const targetMonth = (monthsSinceYearZero % 12) + 1;
  return format(targetYear, targetMonth, Math.min(day, daysInMonth(targetYear, targetMonth)));
}

/** @example addDays('2026-02-28', 1) => '2026-03-01' */
export function addDays(date: CalendarDate, days: number): CalendarDate {
  const { year, month, day } = partsOf(date);
  return new Date(Date.UTC(year, month - 1, day + days)).toISOString().slice(0, 10);
}

/** 0 for Sunday to 6 for Saturday. */
export function dayOfWeek(date: CalendarDate): number {
  const { year, month, day } = partsOf(date);
  return new Date(Date.UTC(year, month - 1, day)).getUTCDay();
}

/** Whole years from a birth date to a day; a 29 February's birthday falls on 1 March in short years. */
export function ageOn(birthDate: CalendarDate, date: CalendarDate): number {
  const years = partsOf(date).year - partsOf(birthDate).year;
  return date.slice(5) >= birthDate.slice(5) ? years : years - 1;
}

/** The parts of a date. @throws RangeError for a text that is no day */
export function partsOf(date: CalendarDate): Parts {
  if (!isCalendarDate(date)) throw new RangeError('A date is a day that exists, YYYY-MM-DD.');
  return {
    year: Number(date.slice(0, 4)),
    month: Number(date.slice(5, 7)),
    day: Number(date.slice(8, 10)),
  };
}

function daysInMonth(year: number, month: number): number {
  return month >= 1 && month <= 12 ? new Date(Date.UTC(year, month, 0)).getUTCDate() : 0;
}

function format(year: number, month: number, day: number): CalendarDate {
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}
