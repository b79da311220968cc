import type { Locale } from '../contract/values.ts';
import { common } from './en/common.ts';
import { form } from './en/form.ts';
import type { FirstStrings, Strings } from './strings.ts';

/** What the first screen says, in the language that travels with the flow. */
export const firstEnglish: FirstStrings = { common, form };

/** What the first screen says. */
export async function loadFirstStrings(locale: Locale): Promise<FirstStrings> {
  return locale === 'en' ? firstEnglish : loadAllStrings(locale);
}

/** What all screens say. */
export async function loadAllStrings(locale: Locale): Promise<Strings> {
  if (locale === 'en') return (await import('./en.ts')).en;
  return (await import('./es.ts')).es;
}
