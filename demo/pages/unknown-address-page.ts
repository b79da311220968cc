import { html } from 'hono/html';
import { plainPage } from './plain-page.ts';
import type { Html } from './html-document.ts';

/** Where an address leads nowhere, and the way back. */
export function unknownAddressPage(): Html {
  return plainPage({
    title: 'Page not found',
    content: html`<div>
        <h1>Page not found</h1>
        <p>There is nothing at this address. It may be cut short or mistyped.</p>
        <p><a href="/">Back to the shop</a></p>
      </div>`,
  });
}
