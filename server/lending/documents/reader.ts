import type { Locale } from '../../lending-api/contact.ts';
import type { RegulatedTexts } from '../../lending-api/texts/regulated-texts.ts';
import { type LenderDetails, sampleLender } from '../domain/lender.ts';
import { type Format, formatFor } from './format.ts';
import { type DocumentStrings, en } from './strings/en.ts';
import { es } from './strings/es.ts';

/** Whom a document is for, and who gives it. */
export interface DocumentReader {
  readonly locale: Locale;
  readonly strings: DocumentStrings;
  readonly format: Format;
  readonly texts: RegulatedTexts;
  readonly lender: LenderDetails;
}

export const documentStrings: Readonly<Record<Locale, DocumentStrings>> = { en, es };

/** The reader of a document in a language. */
export function readerFor(
  { texts }: { readonly texts: RegulatedTexts },
  locale: Locale,
): DocumentReader {
  return {
    locale,
    strings: documentStrings[locale],
    format: formatFor(locale),
    texts,
    lender: sampleLender,
  };
}
