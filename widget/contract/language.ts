import type { Locale } from './values.ts';

/**
 * What the widget speaks: the languages of the wire, and `ar-XB`, English in disguise that runs from
 * right to left. It is a test aid, chosen by its exact tag only.
 */
export type Language = Locale | 'ar-XB';

export const languages: readonly Language[] = ['en', 'es', 'ar-XB'];

/** What the BFF and the lender are asked for: `'ar-XB' => 'en'`. */
export function wireLocale(language: Language): Locale {
  return language === 'ar-XB' ? 'en' : language;
}

/** Exact, then by language, then English: `'es-MX' => 'es'`, `'fr' => 'en'`; `'ar' => 'en'` too. */
export function resolveLocale(tag: string): Language {
  const wanted = tag.toLowerCase();
  const language = wanted.split(/[-_]/)[0];
  return languages.find((one) => one.toLowerCase() === wanted || one === language) ?? 'en';
}

export function directionOf(language: Language): 'ltr' | 'rtl' {
  return language === 'ar-XB' ? 'rtl' : 'ltr';
}
