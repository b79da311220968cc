import type { Language } from '../contract/language.ts';
import { intlLocale } from './intl-locale.ts';

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
