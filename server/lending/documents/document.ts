import { html } from 'hono/html';
import { sha256Hex } from '../../platform/crypto/digest.ts';
import type { Html } from './html.ts';

/** A document exactly as it is shown, and as it is kept. */
export interface ShownDocument {
  /** Names it in the evidence and in the page's address. */
  readonly type: string;
  readonly title: string;
  readonly version: string;
  readonly html: string;
  /** Hex, of `html`. */
  readonly sha256: string;
}

/** A document that is not rendered yet. */
export interface DocumentPart {
  readonly type: string;
  readonly title: string;
  readonly version: string;
  readonly body: Html;
}

/** The document with its digest. */
export async function documentOf({
  type,
  title,
  version,
  body,
}: DocumentPart): Promise<ShownDocument> {
  const document = String(await html`<h2 id="${type}">${title}</h2>${body}`);
  return { type, title, version, html: document, sha256: sha256Hex(document) };
}

/** One digest for all that is shown: what is signed must be what was read. */
export function digestOf(documents: readonly ShownDocument[]): string {
  return sha256Hex(documents.map(({ sha256 }) => sha256).join('\n'));
}

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

/** One of our own documents as text for an e-mail: a line for each block, no markup. */
export function plainText(ownHtml: string): string {
  return ownHtml
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/<\/(?:h2|h3|p|tr|caption)>|<\/div>/g, '\n')
    .replaceAll(/<\/(?:dt|th|td)>/g, ' ')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (entity) => entities[entity] ?? entity)
    .split('\n')
    .map((line) => line.replaceAll(/ +/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n');
}
