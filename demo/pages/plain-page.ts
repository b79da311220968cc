import { html } from 'hono/html';
import { type Html, htmlDocument, shopTitle } from './html-document.ts';

export interface PlainPage {
  readonly title: string;
  readonly content: Html;
  /** What else stands in the head. */
  readonly scripts?: Html;
}

/** A page in the shop's look that sells nothing itself: no order, no checkout, no developer panel. */
export function plainPage({ title, content, scripts }: PlainPage): Html {
  return htmlDocument({
    title: shopTitle(title),
    styles: ['shop'],
    ...(scripts && { head: scripts }),
    body: html`<body>
    <div class="shop">
      <header class="masthead">
        <a class="brand" href="/">
          <img src="/assets/logo.svg" alt="" width="36" height="36" />
          <span>Hillside <span class="brand-rest">Heating &amp; Air</span></span>
        </a>
      </header>
      <main id="main">${content}</main>
    </div>
  </body>`,
  });
}
