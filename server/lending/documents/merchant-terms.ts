import { html } from 'hono/html';
import type { RegulatedText } from '../../lending-api/texts/regulated-texts.ts';
import { documentOf, type ShownDocument } from './document.ts';
import type { DocumentContext } from './document-context.ts';
import { paragraphs } from './html.ts';

/** The Terms & Conditions exactly as they are shown. */
export function merchantTermsShown(
  { strings }: Pick<DocumentContext, 'strings'>,
  { id, version, text }: RegulatedText,
): Promise<ShownDocument> {
  const { title } = strings.merchantTerms;
  return documentOf({ type: id, title, version, body: paragraphs(text) });
}

/** The same as they are kept, with whoever signed them. */
export function merchantTermsSigned(
  { strings, format }: Pick<DocumentContext, 'strings' | 'format'>,
  { id, version, text }: RegulatedText,
  { typedName, signedAt }: { typedName: string; signedAt: number },
): Promise<ShownDocument> {
  const body = html`${paragraphs(text)}
    <p><strong>${strings.loanDocuments.signedBy(typedName, format.dateTime(signedAt))}</strong></p>`;
  return documentOf({ type: id, title: strings.merchantTerms.title, version, body });
}
