import type { Locale } from '../../lending-api/contact.ts';
import type { CalendarDate } from '../../platform/calendar/calendar-date.ts';

/**
 * RFC 3339 in UTC with whole seconds, as every time stands on the wire.
 *
 * @example timestamp(1772463845678) => '2026-03-02T15:04:05Z'
 */
export function timestamp(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19)}Z`;
}

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

const moment = {
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZone: 'America/New_York',
  timeZoneName: 'short',
} as const satisfies Intl.DateTimeFormatOptions;

const longMoments = {
  en: new Intl.DateTimeFormat('en-US', moment),
  es: new Intl.DateTimeFormat('es-US', moment),
} as const satisfies Record<Locale, Intl.DateTimeFormat>;

/**
 * A moment (epoch ms) as people read it, in New York.
 *
 * @example longMoment(1772463600000, 'en') => 'March 2, 2026 at 10:00 AM EST'
 */
export function longMoment(at: number, locale: Locale): string {
  return longMoments[locale].format(at);
}

/** The value as it is written; null stays null. */
export function orNull<Value>(value: Value | null, write: (value: Value) => string): string | null {
  return value === null ? null : write(value);
}

/** `' 900 10–0001' => '900100001'`; whatever holds more than digits and separators comes back trimmed. */
export function digitsOf(typed: string): string {
  const text = typed.trim();
  return /^[\d\s.\p{Pd}\p{Cf}]+$/u.test(text) ? text.replaceAll(/\D/g, '') : text;
}
