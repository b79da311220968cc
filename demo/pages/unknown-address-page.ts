import { html } from 'hono/html';
import type { Html } from './html-document.ts';
import { plainPage } from './plain-page.ts';

/** The 404 page, with a link to the shop. */
export function unknownAddressPage(): Html {
  return plainPage({
    title: 'Page not found',
    content: html`<div>
        <h1>Page not found</h1>
        <p>There is no page at this address. Check the link for typing errors.</p>
        <p><a href="/">Back to the shop</a></p>
      </div>`,
  });
}
