import type { Locale } from '../../../lending-api/contact.ts';
import { en } from './en.ts';
import { es } from './es.ts';

type Widened<Text> = Text extends string
  ? string
  : Text extends (...values: infer Values) => string
    ? (...values: Values) => string
    : { readonly [Key in keyof Text]: Widened<Text[Key]> };

/** Every word of the hosted pages that is not a regulated text. */
export type PageStrings = Widened<typeof en>;

export type ApplyStrings = PageStrings['apply'];

const byLocale: Readonly<Record<Locale, PageStrings>> = { en, es };

export function stringsFor(locale: Locale): PageStrings {
  return byLocale[locale];
}
