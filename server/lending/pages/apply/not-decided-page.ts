import { html } from 'hono/html';
import type { Html } from '../../documents/html.ts';
import { page } from '../page.ts';
import type { Reader } from '../reader.ts';

export interface NotDecidedView {
  /** `/invitation/{token}/apply` */
  readonly path: string;
  readonly problem: string;
}

/** The bureau did not answer: the same can be sent again, below the text that allows it. */
export function notDecidedPage(reader: Reader, { path, problem }: NotDecidedView): Html {
  const text = reader.strings.apply;
  const content = html`<h1>${text.notDecidedTitle}</h1>
    <p class="lede">${problem}</p>
    <p class="actions"><a class="button" href="${path}/authorize">${text.tryAgain}</a></p>`;
  return page(reader, { title: text.notDecidedTitle }, content);
}
