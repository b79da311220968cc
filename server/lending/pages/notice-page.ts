import { html } from 'hono/html';
import type { Html } from '../documents/html.ts';
import { page } from './page.ts';
import type { Reader } from './reader.ts';
import { type WayBack, wayBack } from './parts.ts';

export interface Notice {
  readonly title: string;
  readonly text: string;
  /** Null where nobody knows where the reader came from. */
  readonly back: WayBack | null;
  readonly tone?: 'plain' | 'good';
  readonly more?: Html;
}

/** One thing to say and the way on. */
export function noticePage(reader: Reader, { title, text, back, tone, more }: Notice): Html {
  const content = html`<div class="notice ${tone ?? 'plain'}">
    <h1>${title}</h1>
    <p class="lede">${text}</p>
    ${more ?? ''} ${back === null ? '' : html`<p class="actions">${wayBack(reader, back)}</p>`}
  </div>`;
  return page(reader, { title }, content);
}
