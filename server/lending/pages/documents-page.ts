import { html, raw } from 'hono/html';
import type { Html } from '../documents/html.ts';
import { page } from './page.ts';
import type { PageContext } from './page-context.ts';

/** The documents alone, to print or save. `documents` are the stored or shown HTML, ours as it is. */
export function documentsPage(
  pageContext: PageContext,
  title: string,
  documents: readonly string[],
): Html {
  const content = html`<h1>${title}</h1>
    ${documents.map((each) => html`<section class="document">${raw(each)}</section>`)}`;
  // A copy that somebody saves has no button.
  return page({ ...pageContext, leaving: null }, { title }, content);
}
