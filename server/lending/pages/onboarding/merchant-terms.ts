import { html } from 'hono/html';
import type { RegulatedText } from '../../../lending-api/texts/regulated-texts.ts';
import type { Reader } from '../page.ts';
import { paragraphs } from '../parts.ts';
import { asDisclosure, type Disclosure } from '../terms/disclosures.ts';

/** The Terms & Conditions exactly as they are shown. */
export function merchantTermsShown(
  { strings }: Pick<Reader, 'strings'>,
  { id, version, text }: RegulatedText,
): Promise<Disclosure> {
  const { termsTitle } = strings.onboarding;
  return asDisclosure({ type: id, title: termsTitle, version, body: paragraphs(text) });
}

/** The same as they are kept, with whoever signed them. */
export function merchantTermsSigned(
  { strings, format }: Pick<Reader, 'strings' | 'format'>,
  { id, version, text }: RegulatedText,
  { typedName, signedAt }: { typedName: string; signedAt: number },
): Promise<Disclosure> {
  const body = html`${paragraphs(text)}
    <p><strong>${strings.terms.signedBy(typedName, format.dateTime(signedAt))}</strong></p>`;
  return asDisclosure({ type: id, title: strings.onboarding.termsTitle, version, body });
}
