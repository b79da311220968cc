import { html } from 'hono/html';
import { stylesAddress } from '../asset-files.ts';

export type Html = ReturnType<typeof html>;

export interface HtmlDocument {
  readonly title: string;
  /** What searches and previews show of it. */
  readonly description?: string;
  /** Of `/assets`, after the base. */
  readonly styles: readonly string[];
  /** What else stands in the head. */
  readonly head?: Html;
  /** The whole `<body>`. */
  readonly body: Html;
}

/** What every page of the demo begins and ends with. */
export function htmlDocument({ title, description, styles, head, body }: HtmlDocument): Html {
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    ${description === undefined ? '' : html`<meta name="description" content="${description}" />`}
    <title>${title}</title>
    <link rel="icon" href="/assets/logo.svg" type="image/svg+xml" />
    <link rel="stylesheet" href="${stylesAddress(['base', ...styles])}" id="styles" />
    ${head ?? ''}
  </head>
  ${body}
</html>`;
}

/** Of the shop's pages. */
export const shopTitle = (title: string) => `${title} – Hillside Heating & Air`;
