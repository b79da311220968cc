import type { Locale } from '../../lending-api/contact.ts';
import type { LendingConfig } from '../context.ts';
import { type DocumentReader, documentStrings, readerFor } from '../documents/reader.ts';
import type { DocumentStrings } from '../documents/strings/en.ts';
import { en, type PageStrings } from './strings/en.ts';
import { es } from './strings/es.ts';

/** Whom a page is for, and who shows it. A document on the page has the same reader. */
export interface Reader extends DocumentReader {
  readonly strings: PageStrings & DocumentStrings;
  readonly isSandbox: boolean;
}

export const pageStrings: Readonly<Record<Locale, Reader['strings']>> = {
  en: { ...en, ...documentStrings.en },
  es: { ...es, ...documentStrings.es },
};

/** The reader of a page in a language. */
export function pageReader(
  config: Pick<LendingConfig, 'environment' | 'texts'>,
  locale: Locale,
): Reader {
  return {
    ...readerFor(config, locale),
    strings: pageStrings[locale],
    isSandbox: config.environment === 'sandbox',
  };
}
