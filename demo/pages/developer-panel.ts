import { html } from 'hono/html';
import { type Cart, cartQuery } from '../cart.ts';
import { type Embedding, embeddingPaths } from '../embedding.ts';
import { demoPersonas, sampleApplicant } from '../personas.ts';
import { type ThemeId, themeFile, themeQuery, themes } from '../themes.ts';
import type { Html } from './html-document.ts';

export interface PanelView {
  readonly hasSandbox: boolean;
  /** Strangers share the sandbox: nobody moves its clock. */
  readonly isPublic: boolean;
  readonly embedding: Embedding;
  readonly cart: Cart;
  readonly theme: ThemeId;
  /** As the visitor left them: kept in cookies, so that the first paint is the last. */
  readonly isPanelClosed: boolean;
  readonly areApplicantsClosed: boolean;
}

/** What a merchant's developer wants to see beside the shop. `panel.js` fills it. */
export function developerPanel(view: PanelView): Html {
  const { hasSandbox } = view;
  return html`<button
      type="button"
      id="panel-toggle"
      class="panel-toggle"
      aria-expanded="false"
      aria-controls="panel"
      hidden
    >
      <span aria-hidden="true">&lt;/&gt;</span> Developer panel
    </button>
    <aside id="panel" class="panel" aria-labelledby="panel-title">
      <header class="panel-head">
        <h2 id="panel-title" tabindex="-1">Behind the scenes</h2>
        <button type="button" id="panel-close" class="panel-close">Hide</button>
      </header>
      ${applicants(view)} ${log('element', 'Element events', 'Nothing yet. Events of the checkout element appear here.')}
      ${hasSandbox ? sandboxLogs() : ''} ${settings(view)}
    </aside>`;
}

function sandboxLogs(): Html {
  return html`${log('messages', 'Messages sent', 'None yet. Emails and texts to the consumer appear here, with their links.')}
  ${log('callbacks', 'Callbacks delivered', 'None yet. Callbacks from the lender to the BFF appear here.')}`;
}

function log(id: string, title: string, empty: string): Html {
  return html`<details class="panel-part" id="${id}" open>
    <summary><h3>${title}</h3><span class="count" id="${id}-count">0</span></summary>
    <p class="empty" id="${id}-empty">${empty}</p>
    <ol class="log" id="${id}-list"></ol>
    <button type="button" class="more" id="${id}-more" hidden>Show all</button>
  </details>`;
}

function applicants({ cart, areApplicantsClosed }: PanelView): Html {
  return html`<details class="panel-part" id="applicants" ${areApplicantsClosed ? '' : 'open'}>
    <summary><h3>Sample applicants</h3></summary>
    <p class="hint">The Social Security number decides the outcome.</p>
    <table class="personas">
      <thead>
        <tr><th scope="col">SSN</th><th scope="col">Outcome</th></tr>
      </thead>
      <tbody>
        ${demoPersonas.map(
          ({ ssn, outcome }) => html`<tr><td>${copyButton(ssn)}</td><td>${outcome}</td></tr>`,
        )}
      </tbody>
    </table>
    <p class="hint">Sample values for the rest of the form:</p>
    <dl class="sample">
      ${sampleApplicant(cart).map(
        ({ label, value }) => html`<div><dt>${label}</dt><dd>${copyButton(value)}</dd></div>`,
      )}
    </dl>
  </details>`;
}

function copyButton(value: string): Html {
  return html`<button type="button" class="copy" data-copy="${value}">
    ${value}<span class="visually-hidden">, copy</span>
  </button>`;
}

function settings(view: PanelView): Html {
  const { hasSandbox, isPublic, embedding, theme } = view;
  return html`<section class="panel-part controls" aria-labelledby="controls-title">
    <h3 id="controls-title">Controls</h3>
    <label class="locale">
      Checkout language
      <select id="locale" autocomplete="off">
        <option value="en">English</option>
        <option value="es">Español</option>
      </select>
    </label>
    <div class="theme">
      <label for="theme">Checkout theme</label>
      <select id="theme" autocomplete="off">
        ${themes.map(
          ({ id, name }) =>
            html`<option value="${id}" ${id === theme ? 'selected' : ''}>${name}</option>`,
        )}
      </select>
      <a href="${themeFile(theme)}" id="theme-source">CSS of this theme</a>
    </div>
    <p>
      This page embeds the checkout by ${embeddingNames[embedding]}.
      ${otherPage(view)} Monthly cost beside a price:
      <a href="/prices">prices</a>.
    </p>
    ${hasSandbox ? sandboxControls(isPublic) : ''}
    <p id="panel-status" role="status" class="panel-status"></p>
  </section>`;
}

const embeddingNames: Readonly<Record<Embedding, string>> = {
  script_tag: 'script tag',
  npm_module: 'npm module',
  merchant_server: 'script tag, with a checkout created by the shop’s server',
};

function otherPage({ embedding, cart, theme }: PanelView): Html {
  const isTag = embedding === 'script_tag';
  const path = embeddingPaths[isTag ? 'npm_module' : 'script_tag'];
  const name = isTag ? 'npm module' : 'script tag';
  return html`See it by
    <a href="${path}?${cartQuery(cart)}${themeQuery(theme)}" id="other-page">${name}</a>${
      isTag
        ? html` or with
            <a href="${embeddingPaths.merchant_server}">a checkout created by the shop’s server</a>`
        : ''
    }.`;
}

function sandboxControls(isPublic: boolean): Html | string {
  return isPublic
    ? html`<p class="hint">
        Other people use this sandbox too. You cannot move its clock, and you see only the messages
        and callbacks of your own checkouts.
      </p>`
    : clockControls();
}

function clockControls(): Html {
  return html`<p class="clock">Lender's clock: <time id="clock">–</time></p>
  <div class="buttons" role="group" aria-label="Move the lender's clock forward">
    <button type="button" data-advance="3600">+ 1 hour</button>
    <button type="button" data-advance="172800">+ 48 hours</button>
    <button type="button" data-advance="2592000">+ 30 days</button>
  </div>
  <button type="button" id="reset" class="reset">Reset the sandbox</button>`;
}
