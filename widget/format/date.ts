import { type Language, wireLocale } from '../contract/language.ts';
import { plain } from './plain.ts';

/** `formatDate('2026-03-01', 'en') => 'March 1, 2026'` */
export function formatDate(date: string, locale: Language): string {
  const format = new Intl.DateTimeFormat(intlLocale(locale), {
    dateStyle: 'long',
    timeZone: 'UTC',
  });
  return format.format(new Date(`${date}T00:00:00Z`));
}

/** `'2026-03-01T15:04:05Z' => 'March 1, 2026, 10:04 AM EST'`, in the reader's own time zone. */
export function formatTime(time: string, locale: Language): string {
  const format = new Intl.DateTimeFormat(intlLocale(locale), {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  });
  return format.format(new Date(time));
}

/** American dates in every language: `'es' => 'es-US'`. */
function intlLocale(locale: Language): string {
  return `${wireLocale(locale)}-US`;
}

/**
 * A date as people in the United States write it, as the wire has it; anything else plain.
 * @example
 * parseTypedDate('4/12/1985') => '1985-04-12'
 * parseTypedDate('04121985') => '1985-04-12'
 */
export function parseTypedDate(typed: string): string {
  const text = plain(typed);
  const match =
    /^(\d{1,2})[/.\s-]+(\d{1,2})[/.\s-]+(\d{4})$/.exec(text) ??
    /^(\d{2})(\d{2})(\d{4})$/.exec(text);
  if (match === null) return text;
  const [, month = '', day = '', year = ''] = match;
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/** `'4-12-1985' => '04/12/1985'`; text that is no date stays as it was typed. */
export function formatTypedDate(typed: string): string {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(parseTypedDate(typed));
  return match === null ? typed : `${match[2]}/${match[3]}/${match[1]}`;
}

/** `'4/12/85' => true`, `'041285' => true`: which century is meant is not ours to guess. */
export function hasShortYear(typed: string): boolean {
  return /^(\d{1,2}[/.\s-]+\d{1,2}[/.\s-]+|\d{4})\d{2}$/.test(plain(typed));
}

/** The day it is for the person in front of the screen, `YYYY-MM-DD`. */
export function localDay(now: number): string {
  const date = new Date(now);
  const part = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${part(date.getMonth() + 1)}-${part(date.getDate())}`;
}

/** `0 => '1970-01-01T00:00:00Z'` */
export function wireTime(now: number): string {
  return `${new Date(now).toISOString().slice(0, 19)}Z`;
}
