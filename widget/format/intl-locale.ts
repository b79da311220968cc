import { type Language, wireLocale } from '../contract/language.ts';

/** Amounts are dollars and addresses American in every language: `'es' => 'es-US'`. */
export function intlLocale(locale: Language): string {
  return `${wireLocale(locale)}-US`;
}
