import type { Locale } from '../../lending-api/contact.ts';
import type { LendingConfig } from '../context.ts';
import { sampleLender } from '../domain/lender.ts';
import { formatFor } from './format.ts';
import type { Reader } from './page.ts';
import { stringsFor } from './strings/page-strings.ts';

/** The reader of a page or document in a language. */
export function readerFor(
  config: Pick<LendingConfig, 'environment' | 'texts'>,
  locale: Locale,
): Reader {
  return {
    locale,
    strings: stringsFor(locale),
    format: formatFor(locale),
    texts: config.texts,
    lender: sampleLender,
    isSandbox: config.environment === 'sandbox',
  };
}
