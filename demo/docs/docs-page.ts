import { html } from 'hono/html';
import { moduleTags } from '../asset-files.ts';
import { type Html, htmlDocument } from '../pages/html-document.ts';
import { highlighted, type SampleLanguage } from './highlight.ts';

/** What the samples name: the demo's own addresses, so that they work when they are pasted. */
export interface DocsView {
  readonly bffUrl: string;
  readonly shopUrl: string;
  readonly publishableKey: string;
  /** The lender is the sandbox: there is a simulator to try. */
  readonly hasSandbox: boolean;
  /** Of the lender's sandbox that the reader can call; null: whoever runs one says where it is. */
  readonly sandboxUrl: string | null;
  /** The shop's back office can be opened. */
  readonly hasBackOffice: boolean;
  /** The demo shows the page: its other pages can be opened. */
  readonly isDemo: boolean;
}

const groups = ['Frameworks', 'Guides'] as const;

export interface DocsPage {
  readonly path: string;
  readonly title: string;
  /** One sentence below the title. */
  readonly lead: string;
  /** What the page is listed under; a page of no group stands before them. */
  readonly group?: (typeof groups)[number];
  readonly body: (view: DocsView) => Html | Promise<Html>;
}

/** The document around every page: the same head, contents and end. */
export async function docsDocument(
  page: DocsPage,
  pages: readonly DocsPage[],
  view: DocsView,
): Promise<Html> {
  return htmlDocument({
    title: `${page.title} – Soft Pull Checkout`,
    description: page.lead,
    styles: ['docs'],
    head: moduleTags(['copy']),
    body: html`<body>
    <a class="skip" href="#main">Skip to the text</a>
    <header class="top">
      <a class="home" href="/docs"><img src="/assets/logo.svg" alt="" width="28" height="28" /> Soft Pull Checkout</a>
      <nav aria-label="Demo">
        <a href="/">Demo shop</a>
        <a href="/screens">Screens</a>
        ${view.hasSandbox ? html`<a href="/simulator">Simulator</a>` : ''}
      </nav>
    </header>
    <div class="layout">
      ${contents(page, pages)}
      <main id="main" tabindex="-1">
        <h1>${page.title}</h1>
        <p class="lead">${page.lead}</p>
        ${await page.body(view)}
        <p id="copied" role="status" class="visually-hidden"></p>
      </main>
    </div>
    <footer>
      <p>This is a sandbox. No money is lent and no credit bureau is asked. Use the sample applicants, never your own data.</p>
    </footer>
  </body>`,
  });
}

/** The pages by group. On a wide screen it is open without a script; on a phone one opens it. */
function contents(current: DocsPage, pages: readonly DocsPage[]): Html {
  const linksOf = (wanted: DocsPage['group']) =>
    pages
      .filter(({ group }) => group === wanted)
      .map(
        ({ path, title }) =>
          html`<li><a href="${path}" ${path === current.path ? html`aria-current="page"` : ''}>${title}</a></li>`,
      );
  return html`<nav class="contents" aria-label="Contents">
    <details>
      <summary>Contents</summary>
      <ul>${linksOf(undefined)}</ul>
      ${groups.map(
        (group) => html`<p class="group" id="in-${group}">${group}</p>
      <ul aria-labelledby="in-${group}">${linksOf(group)}</ul>`,
      )}
    </details>
  </nav>`;
}

/** A sample to copy, named by its language and what it shows. */
export function code(language: SampleLanguage, about: string, text: string): Html {
  const source = text.trim();
  return sample(`${language}, ${about}`, highlighted(language, source), 'code');
}

/** A header stands on one line, which is broken where the page ends. */
export function header(label: string, text: string): Html {
  return sample(label, text.trim(), 'code wraps');
}

/** It can be scrolled by keyboard where it is wider than the page. */
function sample(label: string, text: Html | string, className: string): Html {
  return html`<figure class="${className}">
    <figcaption>
      <span>${label}</span>
      <button type="button" class="copy" aria-label="Copy: ${label}">Copy</button>
    </figcaption>
    <pre tabindex="0" role="region" aria-label="${label}"><code>${text}</code></pre>
  </figure>`;
}

export interface Row {
  readonly name: string;
  readonly id?: string;
  /** Short facts beside the name, such as a type. */
  readonly facts?: readonly (Html | string)[];
  readonly text: Html | string;
}

/** Names with what they mean: a table where there is room, one below the other where there is not. */
export function rows(list: readonly Row[]): Html {
  return html`<dl class="rows">
    ${list.map(
      ({ name, id, facts = [], text }) => html`<div ${id ? html`id="${id}"` : ''}>
        <dt><code>${name}</code></dt>
        ${facts.map((fact) => html`<dd class="fact">${fact}</dd>`)}
        <dd>${text}</dd>
      </div>`,
    )}
  </dl>`;
}

/** Writes what stands between backticks as code. */
export function prose(text: string): Html {
  const pieces = text.split('`');
  return html`${pieces.map((piece, index) => (index % 2 === 1 ? html`<code>${piece}</code>` : piece))}`;
}
