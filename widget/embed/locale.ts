import type { Locale } from '../contract/values.ts';

const locales: readonly Locale[] = ['en', 'es'];

/** Exact, then by language, then English: `'es-MX' => 'es'`, `'fr' => 'en'`. */
export function resolveLocale(tag: string): Locale {
  const wanted = tag.toLowerCase();
  const language = wanted.split(/[-_]/)[0];
  return locales.find((locale) => locale === wanted || locale === language) ?? 'en';
}

/** The language of the page where the element stands. */
export function pageLanguage(element: Element): string {
  return element.closest('[lang]')?.getAttribute('lang') ?? document.documentElement.lang;
}
