import type { Locale } from '../../lending-api/contact.ts';
import type { CalendarDate } from '../../platform/calendar/calendar-date.ts';

export { dollars } from '../../platform/money.ts';

const longDates = {
  en: new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }),
  es: new Intl.DateTimeFormat('es-US', { dateStyle: 'long', timeZone: 'UTC' }),
} as const satisfies Record<Locale, Intl.DateTimeFormat>;

/**
 * A day as people read it.
 *
 * @example longDate('2027-03-02', 'en') => 'March 2, 2027'
 */
export function longDate(date: CalendarDate, locale: Locale): string {
  return longDates[locale].format(Date.parse(date));
}
