import { html } from 'hono/html';
import { type Locale, languageNames } from './locale.ts';
import { type FormKey, newKey } from './merchant-api.ts';
import type { Strings } from './strings/strings.ts';

export type Html = ReturnType<typeof html>;

/** Where the back office stands on its origin. */
export const home = '/back-office';

const sections = [
  { href: `${home}/orders`, name: 'orders' },
  { href: `${home}/sales/new`, name: 'sale' },
  { href: `${home}/money`, name: 'money' },
] as const;
export type Section = (typeof sections)[number]['name'];

export interface OfficePage {
  readonly title: string;
  /**
   * What was sent was refused, or not answered. The title says so first, since that is what a screen
   * reader announces. The office's forms cannot be left for another language then: they have what was
   * typed, and the key it was sent by.
   */
  readonly isRefused?: boolean;
  /** Whose link is marked as the current one; absent before the sign-in. */
  readonly section?: Section;
  /** Of `asset-files.ts`, by name. */
  readonly scripts?: readonly string[];
  readonly styles?: readonly string[];
  readonly content: Html;
}

/** What every page begins and ends with. Nothing stands inline: the policy lets none of it run. */
export function officePage(page: OfficePage, locale: Locale): Html {
  const { section, scripts = [], styles = [], content } = page;
  const { common } = locale.strings;
  const title = page.isRefused ? common.refused(page.title) : page.title;
  return html`<!doctype html>
<html lang="${locale.language}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta name="robots" content="noindex" />
    <title>${common.documentTitle(title)}</title>
    <link rel="icon" href="/assets/logo.svg" type="image/svg+xml" />
    <link rel="stylesheet" href="/assets/base.css" />
    ${[...styles, 'office'].map(
      (name) => html`<link rel="stylesheet" href="${home}/assets/${name}.css" />`,
    )}
    ${scripts.map((name) => html`<script type="module" src="${home}/assets/${name}.js"></script>`)}
  </head>
  <body>
    <a class="skip" href="#main">${common.skip}</a>
    <header class="bar">
      <a class="brand" href="${home}/orders">
        <img src="/assets/logo.svg" alt="" width="32" height="32" />
        <span>Hillside</span> <span class="brand-part">${common.backOffice}</span>
      </a>
      ${section === undefined ? '' : navigation(section, common)}
      <div class="bar-end">
        ${page.isRefused && section !== undefined ? '' : languageSwitch(locale)}
        ${section === undefined ? '' : signOut(common)}
      </div>
    </header>
    <main id="main" tabindex="-1">${content}</main>
    <footer class="foot">
      <p>
        ${common.madeOf}
        <a href="/docs/back-office">${common.howItWorks}</a> · <a href="/">${common.demoShop}</a>
        ${section === undefined ? '' : html`· <a href="${home}/webhooks/failed">${common.failedWebhooks}</a>`}
      </p>
    </footer>
  </body>
</html>`;
}

function navigation(section: Section, common: Strings['common']): Html {
  return html`<nav aria-label="${common.backOffice}">
        <ul>
          ${sections.map(
            ({ href, name }) =>
              html`<li><a href="${href}" ${name === section ? html`aria-current="page"` : ''}>${common.sections[name]}</a></li>`,
          )}
        </ul>
      </nav>`;
}

const otherLanguages = { en: 'es', es: 'en' } as const;

function languageSwitch({ language: current }: Locale): Html {
  const language = otherLanguages[current];
  return html`<form method="post" action="${home}/language">
          <button class="plain" name="language" value="${language}" lang="${language}">${languageNames[language]}</button>
        </form>`;
}

function signOut(common: Strings['common']): Html {
  return html`<form method="post" action="${home}/sign-out">
          <button class="plain">${common.signOut}</button>
        </form>`;
}

interface Message {
  readonly title: string;
  readonly text: string;
  readonly section?: Section;
}

/** A page that says one thing. */
export function messagePage({ text, ...message }: Message, locale: Locale): Html {
  const content = html`<h1>${message.title}</h1>
      <p class="lead">${text}</p>
      <p><a href="${home}/orders">${locale.strings.common.allOrders}</a></p>`;
  return officePage({ ...message, content }, locale);
}

/** What went wrong, above a form; `role="alert"` has it read out. */
export function alert(text: string): Html {
  return html`<p id="problem" class="alert" role="alert">${text}</p>`;
}

/**
 * What a field refers to: its hint, and the alert above the form if that is about it. One that must be
 * filled has `aria-required`: browsers call an empty one with `required` invalid from the start.
 */
export function described({ hint, isWrong }: { hint?: string; isWrong: boolean }): Html {
  const ids = [hint, isWrong && 'problem'].filter(Boolean).join(' ');
  return html`${ids === '' ? '' : html`aria-describedby="${ids}"`} ${isWrong ? html`aria-invalid="true"` : ''}`;
}

/** The key of a form, by which `readKey` finds it again. */
export function keyFields({ key, isUsed }: FormKey): Html {
  return html`<input type="hidden" name="key" value="${key}" />
      ${isUsed ? html`<input type="hidden" name="used" value="yes" />` : ''}`;
}

/** @param text of a field of the form */
export function readKey(text: (name: string) => string): FormKey {
  const key = text('key');
  return key === '' ? newKey() : { key, isUsed: text('used') !== '' };
}

interface AmountField {
  readonly label: string;
  readonly value: string;
  readonly isWrong: boolean;
  readonly isOptional?: boolean;
}

export function amountField({ label, value, isWrong, isOptional = false }: AmountField): Html {
  return html`<div class="field">
    <label for="amount">${label}</label>
    <span class="amount"><span aria-hidden="true">$</span>
    <input id="amount" name="amount" inputmode="decimal" autocomplete="off" maxlength="14" value="${value}" ${isOptional ? '' : html`aria-required="true"`} ${described({ isWrong })} /></span>
  </div>`;
}
