import type { Context } from 'hono';
import { languageDetector } from 'hono/language';
import { type Formats, formatsOf } from './format.ts';
import { en } from './strings/en.ts';
import { es } from './strings/es.ts';
import type { Strings } from './strings/strings.ts';

/** What a page is written in. */
export interface Locale {
  readonly language: Language;
  readonly strings: Strings;
  readonly formats: Formats;
}

const locales = {
  en: { language: 'en', strings: en, formats: formatsOf('en-US') },
  // Amounts are dollars and the shop is in New York in every language.
  es: { language: 'es', strings: es, formats: formatsOf('es-US') },
} as const;
export type Language = keyof typeof locales;

export const languages: readonly Language[] = ['en', 'es'];

/** Each in its own words. */
export const languageNames: Readonly<Record<Language, string>> = { en: 'English', es: 'Español' };

export const languageCookie = 'hillside_office_language';

/** Finds the language that was chosen in the header, else the browser's, else English. */
export function detectLanguage() {
  return languageDetector({
    order: ['cookie', 'header'],
    lookupCookie: languageCookie,
    caches: false,
    supportedLanguages: Object.keys(locales),
    fallbackLanguage: 'en',
  });
}

/** That of the request, after `detectLanguage()`. */
export function localeOf(c: Context): Locale {
  const language = c.get('language');
  return isLanguage(language) ? locales[language] : locales.en;
}

export function isLanguage(text: unknown): text is Language {
  return typeof text === 'string' && Object.hasOwn(locales, text);
}
