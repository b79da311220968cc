import { readFile } from 'node:fs/promises';
import { Hono } from 'hono';
import { html } from 'hono/html';
import { pageHeaders } from './browser-security.ts';

export interface FrontLink {
  /** A path of the service, or an address of another part. */
  href: string;
  name: string;
  /** What is found there, as one sentence. */
  says: string;
}

export interface FrontSection {
  title: string;
  links: readonly FrontLink[];
}

/** What a person reads who opens the address of a sandbox's service in a browser. */
export interface FrontPage {
  title: string;
  /** What the service is, sentence by sentence. */
  lead: readonly string[];
  sections: readonly FrontSection[];
}

const fileTypes = {
  'front-page.css': 'text/css; charset=utf-8',
  'front-page.svg': 'image/svg+xml',
} as const;

/** `/`, with its style sheet and icon. It needs no script and has no inline style. */
export function frontPageRoutes(page: FrontPage): Hono {
  const app = new Hono().get('/', pageHeaders, (c) => c.html(documentOf(page)));
  for (const [name, type] of Object.entries(fileTypes)) {
    const body = readFile(new URL(`./${name}`, import.meta.url));
    app.get(`/${name}`, async (c) => c.body(await body, 200, { 'content-type': type }));
  }
  return app;
}

function documentOf({ title, lead, sections }: FrontPage) {
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta name="robots" content="noindex" />
    <title>${title} – Soft Pull Checkout</title>
    <link rel="icon" href="/front-page.svg" type="image/svg+xml" />
    <link rel="stylesheet" href="/front-page.css" />
  </head>
  <body>
    <main>
      <p class="product">Soft Pull Checkout <span class="sandbox">Sandbox</span></p>
      <h1>${title}</h1>
      ${lead.map((each) => html`<p class="lead">${each}</p>`)} ${sections.map(sectionOf)}
    </main>
  </body>
</html>`;
}

function sectionOf({ title, links }: FrontSection) {
  return html`<section>
        <h2>${title}</h2>
        <ul>
          ${links.map(
            ({ href, name, says }) => html`<li>
            <a href="${href}">${name}</a>
            <span>${says}</span>
          </li>`,
          )}
        </ul>
      </section>`;
}
