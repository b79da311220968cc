import {
  addDays,
  type CalendarDate,
  dayOfWeek,
  partsOf,
} from '../../platform/calendar/calendar-date.ts';
import { easternDate, easternInstant } from '../../platform/calendar/eastern-time.ts';

const sunday = 0;
const monday = 1;
const thursday = 4;
const saturday = 6;

/** Batches close at 17:00 in America/New_York. */
export const CUT_OFF_HOUR = 17;

/** True if the Federal Reserve Banks are open. */
export function isBusinessDay(date: CalendarDate): boolean {
  const weekday = dayOfWeek(date);
  return weekday !== saturday && weekday !== sunday && !isFederalReserveHoliday(date);
}

/** The day that lies a number of business days after a date, itself not counted. */
export function addBusinessDays(date: CalendarDate, days: number): CalendarDate {
  let day = date;
  for (let left = days; left > 0; ) {
    day = addDays(day, 1);
    if (isBusinessDay(day)) left -= 1;
  }
  return day;
}

/** The instant of the first cut-off after an instant; at the cut-off itself, the next one. */
export function nextCutOff(at: number): number {
  let day = easternDate(at);
  while (!isBusinessDay(day) || easternInstant(day, CUT_OFF_HOUR) <= at) day = addDays(day, 1);
  return easternInstant(day, CUT_OFF_HOUR);
}

/** The instant of the last cut-off by an instant, which it may be itself. */
export function lastCutOff(at: number): number {
  let day = easternDate(at);
  while (!isBusinessDay(day) || easternInstant(day, CUT_OFF_HOUR) > at) day = addDays(day, -1);
  return easternInstant(day, CUT_OFF_HOUR);
}

/**
 * The Federal Reserve's holidays. One that falls on a Sunday closes the Monday after it; one on a
 * Saturday closes no other day.
 */
export function isFederalReserveHoliday(date: CalendarDate): boolean {
  if (isHolidayItself(date)) return true;
  return dayOfWeek(date) === monday && isFixedHoliday(addDays(date, -1));
}

function isHolidayItself(date: CalendarDate): boolean {
  return isFixedHoliday(date) || isFloatingHoliday(date);
}

const fixedHolidays: ReadonlySet<string> = new Set([
  '01-01', // New Year's Day
  '06-19', // Juneteenth
  '07-04', // Independence Day
  '11-11', // Veterans Day
  '12-25', // Christmas Day
]);

function isFixedHoliday(date: CalendarDate): boolean {
  return fixedHolidays.has(date.slice(5));
}

function isFloatingHoliday(date: CalendarDate): boolean {
  const { month, day } = partsOf(date);
  const weekday = dayOfWeek(date);
  const week = Math.ceil(day / 7);
  if (weekday === thursday) return month === 11 && week === 4; // Thanksgiving Day
  if (weekday !== monday) return false;
  // King's and Washington's birthdays, Memorial Day (the last Monday), Labor Day, Columbus Day.
  if (month === 5) return day + 7 > 31;
  return (
    ((month === 1 || month === 2) && week === 3) ||
    (month === 9 && week === 1) ||
    (month === 10 && week === 2)
  );
}
