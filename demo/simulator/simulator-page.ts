import { html } from 'hono/html';
import { moduleTags } from '../asset-files.ts';
import { type Html, htmlDocument } from '../pages/html-document.ts';
import type { Outcome } from './outcomes.ts';
import { offeredGroups } from './outcomes.ts';

export interface SimulatorView {
  readonly bffUrl: string;
  readonly publishableKey: string;
  readonly isPublic: boolean;
}

export function simulatorPage(view: SimulatorView): Html {
  const { bffUrl, publishableKey, isPublic } = view;
  return htmlDocument({
    title: 'Simulator – Soft Pull Checkout',
    description: 'Walks a checkout to any outcome with one click.',
    styles: ['docs', 'simulator'],
    head: html`${moduleTags(['simulator'])}
      <script type="module" src="${bffUrl}/v1/soft-pull-checkout.js"></script>`,
    body: html`<body>
    <a class="skip" href="#main">Skip to the outcomes</a>
    <header class="top">
      <a class="home" href="/docs"><img src="/assets/logo.svg" alt="" width="28" height="28" /> Soft Pull Checkout</a>
      <nav aria-label="Demo"><a href="/">Demo shop</a><a href="/docs">Docs</a></nav>
    </header>
    <main id="main" class="simulator" tabindex="-1">
      <div class="intro">
        <h1>Simulator</h1>
        <p class="lead">Click an outcome. The simulator fills in a sample applicant’s checkout, walks it to that outcome and lists its events.</p>
        <p class="honest">
          This page can type into the form because it embeds the checkout with
          <code>isolation="inline"</code>. Any script on such a page can do the same. On your page, keep
          the default, <code>frame</code>: no script on the page can reach into the frame. The lender’s
          sandbox does what a consumer would do on the lender’s pages.
          ${isPublic ? 'Other people use this sandbox too, so outcomes that move its clock or hold its callbacks are left out.' : ''}
        </p>
      </div>
      <div class="outcomes" id="outcomes">
        ${offeredGroups(isPublic).map(
          ({ title, outcomes }, index) => html`<section aria-labelledby="group-${index}">
            <h2 id="group-${index}">${title}</h2>
            <ul>${outcomes.map((each) => html`<li>${button(each)}</li>`)}</ul>
          </section>`,
        )}
      </div>
      <div class="stage">
        <section aria-labelledby="checkout-title">
          <h2 id="checkout-title">Checkout</h2>
          <p id="status" role="status" class="status" data-state="idle">Nothing yet. Choose an outcome.</p>
          <div id="place" data-server="${bffUrl}" data-merchant="${publishableKey}"></div>
        </section>
        <section aria-labelledby="events-title">
          <h2 id="events-title">Events</h2>
          <p id="no-events">None yet.</p>
          <ol id="events" class="events"></ol>
        </section>
      </div>
    </main>
    <footer>
      <p>This is a sandbox. No money is lent and no credit bureau is asked. Use the sample applicants, never your own data.</p>
    </footer>
  </body>`,
  });
}

function button({ id, title, about, persona, steps, until }: Outcome): Html {
  return html`<button
      type="button"
      id="${id}"
      data-persona="${persona}"
      data-steps="${steps.join(' ')}"
      data-until="${until}"
      aria-describedby="${id}-about"
    >
      ${title}
    </button>
    <p id="${id}-about">${about} <span class="persona">900-10-${persona}</span></p>`;
}
