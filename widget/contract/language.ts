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

export function directionOf(language: Language): 'ltr' | 'rtl' {
  return language === 'ar-XB' ? 'rtl' : 'ltr';
}
