import { html } from 'hono/html';
import { type Html, withPhoneNumbers } from '../documents/html.ts';
import type { PageContext } from './page-context.ts';
import { leaveButton, type ReturnLink, returnLink } from './parts.ts';

export interface PageOptions {
  readonly title: string;
  /** The title then says so first. */
  readonly hasErrors?: boolean;
}

const stylesheetPath = '/pages/hosted.css';

/** A whole document of the lender's. It needs no script and has no inline style. */
export function page(pageContext: PageContext, options: PageOptions, content: Html): Html {
  const { strings, lender, locale, done } = pageContext;
  return html`<!doctype html>
<html lang="${locale}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta name="robots" content="noindex" />
    <title>${titleOf(pageContext, options)} – ${lender.name}</title>
    <link rel="icon" href="/pages/lender.svg" type="image/svg+xml" />
    <link rel="stylesheet" href="${stylesheetPath}" />
  </head>
  <body>
    <a class="skip" href="#main">${strings.common.skip}</a>
    ${header(pageContext)}
    <main id="main" tabindex="-1">
      ${done === null ? '' : html`<p class="done" role="status">${done}</p>`} ${content} ${leaveButton(pageContext)}</main>
    ${footer(pageContext)}
  </body>
</html>`;
}

/** What is new comes first, since the title is what a screen reader announces. */
function titleOf({ strings, done }: PageContext, { title, hasErrors }: PageOptions): string {
  if (hasErrors) return `${strings.common.errorPrefix} ${title}`;
  return done === null ? title : `${done} – ${title}`;
}

function header({ lender, strings, isSandbox }: PageContext): Html {
  return html`<header class="head">
    <p class="lender"><img src="/pages/lender.svg" alt="" width="32" height="32" />${lender.name}</p>
    ${isSandbox ? html`<p class="sandbox">${strings.common.sandbox}</p>` : ''}
  </header>`;
}

function footer({ lender, strings }: PageContext): Html {
  return html`<footer class="foot">
    <p>${withPhoneNumbers(strings.common.contact(lender.name, lender.phone))}</p>
    <p>${lender.name}, ${strings.common.nmls(lender.nmls_id)}, ${lender.address}</p>
  </footer>`;
}

export interface Notice {
  readonly title: string;
  readonly text: string;
  /** Null if the referrer is unknown. */
  readonly back: ReturnLink | null;
  readonly tone?: 'plain' | 'good';
  readonly more?: Html;
}

/** A page that says one thing, and the next step. */
export function noticePage(
  pageContext: PageContext,
  { title, text, back, tone, more }: Notice,
): Html {
  const content = html`<div class="notice ${tone ?? 'plain'}">
    <h1>${title}</h1>
    <p class="lede">${text}</p>
    ${more ?? ''} ${back === null ? '' : html`<p class="actions">${returnLink(pageContext, back)}</p>`}
  </div>`;
  return page(pageContext, { title }, content);
}
