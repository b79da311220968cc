import { html } from 'hono/html';

export type Html = ReturnType<typeof html>;

/** Where the back office stands on its origin. */
export const home = '/back-office';

const sections = [
  { href: `${home}/orders`, name: 'Orders' },
  { href: `${home}/sales/new`, name: 'New sale' },
  { href: `${home}/money`, name: 'Money' },
] as const;
export type Section = (typeof sections)[number]['name'];

export interface OfficePage {
  readonly title: string;
  /** Whose link is marked as the current one; absent before the sign-in. */
  readonly section?: Section;
  /** Of `asset-files.ts`, by name. */
  readonly scripts?: readonly string[];
  readonly styles?: readonly string[];
  readonly content: Html;
}

/** What every page begins and ends with. Nothing stands inline: the policy lets none of it run. */
export function officePage(page: OfficePage): Html {
  const { title, section, scripts = [], styles = [], content } = page;
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta name="robots" content="noindex" />
    <title>${title} – Hillside back office</title>
    <link rel="icon" href="/assets/logo.svg" type="image/svg+xml" />
    <link rel="stylesheet" href="/assets/base.css" />
    ${[...styles, 'office'].map(
      (name) => html`<link rel="stylesheet" href="${home}/assets/${name}.css" />`,
    )}
    ${scripts.map((name) => html`<script type="module" src="${home}/assets/${name}.js"></script>`)}
  </head>
  <body>
    <a class="skip" href="#main">Skip to the content</a>
    <header class="bar">
      <a class="brand" href="${home}/orders">
        <img src="/assets/logo.svg" alt="" width="32" height="32" />
        <span>Hillside</span> <span class="brand-part">Back office</span>
      </a>
      ${section === undefined ? '' : navigation(section)}
    </header>
    <main id="main" tabindex="-1">${content}</main>
    <footer class="foot">
      <p>
        Made of the merchant API and webhooks alone.
        <a href="/docs/back-office">How it works</a> · <a href="/">Demo shop</a>
      </p>
    </footer>
  </body>
</html>`;
}

function navigation(section: Section): Html {
  return html`<nav aria-label="Back office">
        <ul>
          ${sections.map(
            ({ href, name }) =>
              html`<li><a href="${href}" ${name === section ? html`aria-current="page"` : ''}>${name}</a></li>`,
          )}
        </ul>
      </nav>
      <form class="sign-out" method="post" action="${home}/sign-out">
        <button class="plain">Sign out</button>
      </form>`;
}

/** A page that says one thing. */
export function messagePage(title: string, text: string, section?: Section): Html {
  return officePage({
    title,
    ...(section && { section }),
    content: html`<h1>${title}</h1>
      <p class="lead">${text}</p>
      <p><a href="${home}/orders">All orders</a></p>`,
  });
}

/** What went wrong, above a form; `role="alert"` has it read out. */
export function alert(text: string): Html {
  return html`<p class="alert" role="alert">${text}</p>`;
}

export function amountField(value: string, label = 'Amount', isRequired = true): Html {
  return html`<div class="field">
    <label for="amount">${label}</label>
    <span class="amount"><span aria-hidden="true">$</span>
    <input id="amount" name="amount" inputmode="decimal" autocomplete="off" maxlength="14" value="${value}" ${isRequired ? html`required` : ''} /></span>
  </div>`;
}
