import { type Language, languages } from '../contract/language.ts';

/** Exact, then by language, then English: `'es-MX' => 'es'`, `'fr' => 'en'`; `'ar' => 'en'` too. */
export function resolveLocale(tag: string): Language {
  const wanted = tag.toLowerCase();
  const language = wanted.split(/[-_]/)[0];
  return languages.find((one) => one.toLowerCase() === wanted || one === language) ?? 'en';
}

/** The language of the page where the element stands. */
export function pageLanguage(element: Element): string {
  return element.closest('[lang]')?.getAttribute('lang') ?? document.documentElement.lang;
}
