import { html } from 'hono/html';
import type { Html } from '../../documents/html.ts';
import { page } from '../page.ts';
import type { Reader } from '../reader.ts';

/** Asks once more: a declined loan does not come back. */
export function declinePage(reader: Reader, path: string): Html {
  const { strings } = reader;
  const content = html`<h1>${strings.decline.title}</h1>
    <p class="lede">${strings.decline.text}</p>
    <form method="post" action="${path}/decline">
      <div class="actions equal">
        <button type="submit">${strings.decline.confirm}</button>
        <a class="button" href="${path}">${strings.decline.back}</a>
      </div>
    </form>`;
  return page(reader, { title: strings.decline.title }, content);
}
