import { html } from 'hono/html';

type Html = ReturnType<typeof html>;

export interface PlainPage {
  readonly title: string;
  readonly content: Html;
  /** What else stands in the head. */
  readonly scripts?: Html;
}

/** A page in the shop's look that sells nothing itself: no order, no checkout, no developer panel. */
export function plainPage({ title, content, scripts }: PlainPage): Html {
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>${title} – Hillside Heating &amp; Air</title>
    <link rel="icon" href="/assets/logo.svg" type="image/svg+xml" />
    <link rel="stylesheet" href="/assets/base.css" />
    <link rel="stylesheet" href="/assets/shop.css" />
    ${scripts ?? ''}
  </head>
  <body>
    <div class="shop">
      <header class="masthead">
        <a class="brand" href="/">
          <img src="/assets/logo.svg" alt="" width="36" height="36" />
          <span>Hillside <span class="brand-rest">Heating &amp; Air</span></span>
        </a>
      </header>
      <main id="main">${content}</main>
    </div>
  </body>
</html>`;
}
