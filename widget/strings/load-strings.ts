import type { Language } from '../contract/language.ts';
import { common } from './en/common.ts';
import { form } from './en/form.ts';
import type { FirstStrings, Strings } from './strings.ts';

/** What the first screen says, in the language that travels with the flow. */
export const firstEnglish: FirstStrings = { common, form };

/** What the first screen says. */
export async function loadFirstStrings(locale: Language): Promise<FirstStrings> {
  return locale === 'en' ? firstEnglish : loadAllStrings(locale);
}

/** What all screens say. */
export async function loadAllStrings(locale: Language): Promise<Strings> {
  if (locale === 'en') return (await import('./en.ts')).en;
  if (locale === 'es') return (await import('./es.ts')).es;
  return (await import('./ar-xb.ts')).arXb();
}
