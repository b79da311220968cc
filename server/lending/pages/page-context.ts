import type { Locale } from '../../lending-api/contact.ts';
import type { LendingConfig } from '../context.ts';
import {
  type DocumentContext,
  documentContextFor,
  documentStrings,
} from '../documents/document-context.ts';
import type { DocumentStrings } from '../documents/strings/en.ts';
import { en, type PageStrings } from './strings/en.ts';
import { es } from './strings/es.ts';

/** What a page is rendered with: a document on it has the same. */
export interface PageContext extends DocumentContext {
  readonly strings: PageStrings & DocumentStrings;
  readonly isSandbox: boolean;
  /** Null where the browser is known for nothing. */
  readonly leaving: Leaving | null;
  /** What a form of the page has just done. */
  readonly done: string | null;
}

/** The form by which a browser is known no longer. */
interface Leaving {
  readonly action: string;
  readonly hint: string;
}

export const pageStrings: Readonly<Record<Locale, PageContext['strings']>> = {
  en: { ...en, ...documentStrings.en },
  es: { ...es, ...documentStrings.es },
};

/** The context of a page in a language. */
export function pageContextFor(
  config: Pick<LendingConfig, 'environment' | 'texts'>,
  locale: Locale,
): PageContext {
  return {
    ...documentContextFor(config, locale),
    strings: pageStrings[locale],
    isSandbox: config.environment === 'sandbox',
    leaving: null,
    done: null,
  };
}
