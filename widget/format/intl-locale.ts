import type { Locale } from '../contract/values.ts';

/** Amounts are dollars and addresses American in every language: `'es' => 'es-US'`. */
export function intlLocale(locale: Locale): string {
  return `${locale}-US`;
}
