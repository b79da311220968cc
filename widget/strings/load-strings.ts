import type { Locale } from '../contract/values.ts';
import { en } from './en.ts';
import type { Strings } from './strings.ts';

/** English travels with the flow; another language is a file of its own. */
export async function loadStrings(locale: Locale): Promise<Strings> {
  if (locale === 'en') return en;
  const { es } = await import('./es.ts');
  return es;
}
