import type { Locale } from '../../lending-api/contact.ts';
import { formatCents } from '../../platform/money.ts';
import type { CalendarDate } from './calendar/calendar-date.ts';

const longDates = {
  en: new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }),
  es: new Intl.DateTimeFormat('es-US', { dateStyle: 'long', timeZone: 'UTC' }),
} as const satisfies Record<Locale, Intl.DateTimeFormat>;

/**
 * An amount as people read it.
 *
 * @example dollars(600000) => '$6,000.00'
 */
export function dollars(cents: number): string {
  return `$${formatCents(cents).replace(/\B(?=(\d{3})+\.)/g, ',')}`;
}

/**
 * A day as people read it.
 *
 * @example longDate('2027-03-02', 'en') => 'March 2, 2027'
 */
export function longDate(date: CalendarDate, locale: Locale): string {
  return longDates[locale].format(Date.parse(date));
}
