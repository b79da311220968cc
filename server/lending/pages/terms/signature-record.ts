import { html } from 'hono/html';
import type { Reader } from '../page.ts';
import { asDisclosure, type Disclosure } from './disclosures.ts';

export interface Signature {
  readonly typedName: string;
  /** Epoch milliseconds. */
  readonly signedAt: number;
  /** The day the text is taken of, `YYYY-MM-DD`. */
  readonly onDate: string;
}

/** What was agreed to, by whom and when: the last page of the consumer's copy. */
export function signatureRecord(
  { strings, format, locale, texts }: Reader,
  { typedName, signedAt, onDate }: Signature,
): Promise<Disclosure> {
  const { text, version } = texts.current('loan_terms_signature', locale, onDate);
  return asDisclosure({
    type: 'signature',
    title: strings.terms.signatureTitle,
    version,
    body: html`<p>${text}</p>
      <p><strong>${strings.terms.signedBy(typedName, format.dateTime(signedAt))}</strong></p>`,
  });
}
