import { html } from 'hono/html';
import { moduleTags } from '../asset-files.ts';
import { type Html, htmlDocument } from '../pages/html-document.ts';
import { type ThemeId, themes } from '../themes.ts';
import { formStates, problemStates, resultStates, type ScreenState } from './screen-states.ts';

export const schemes = ['light', 'dark'] as const;
export const locales = ['en', 'es'] as const;
export const widths = [320, 360, 768, 1280] as const;

export interface NamedScreen extends ScreenState {
  /** In addresses, and as the merchant whose checkouts stand there. */
  readonly id: string;
}

export const screens: readonly NamedScreen[] = [
  ...formStates,
  ...resultStates,
  ...problemStates,
].map((state) => ({ ...state, id: state.name.replaceAll(/[^a-z]+/g, '-') }));

/** How the screens are shown. */
export interface Look {
  readonly theme: ThemeId;
  readonly scheme: (typeof schemes)[number];
  readonly locale: (typeof locales)[number];
  /** CSS pixels. */
  readonly width: (typeof widths)[number];
}

interface Addresses {
  readonly bffUrl: string;
  readonly shopUrl: string;
}

/** Every screen of the checkout, each in a frame of the chosen width. */
export function screensPage(look: Look): Html {
  return htmlDocument({
    title: 'Screens – Soft Pull Checkout',
    description: 'Every screen of the checkout, in every theme and at every width.',
    styles: ['docs', 'screens'],
    head: moduleTags(['screens']),
    body: html`<body>
    <a class="skip" href="#main">Skip to the screens</a>
    <header class="top">
      <a class="home" href="/docs"><img src="/assets/logo.svg" alt="" width="28" height="28" /> Soft Pull Checkout</a>
      <nav aria-label="Demo"><a href="/">Demo shop</a><a href="/docs">Docs</a></nav>
    </header>
    <main id="main" class="screens" tabindex="-1">
      <h1>Screens</h1>
      <p class="lead">Every screen of the checkout, as a consumer may see it. Open one, or all. Nothing is sent from here.</p>
      ${controls(look)}
      <button type="button" class="all" id="open-all">Open all</button>
      <div class="gallery">
        ${screens.map(
          ({ id, name }) => html`<details id="${id}">
          <summary>${name}</summary>
          <template>
            <iframe
              src="/screens/${id}?${queryOf(look)}"
              title="${name}"
              width="${look.width}"
              height="96"
              loading="lazy"
            ></iframe>
          </template>
          <noscript><a href="/screens/${id}?${queryOf(look)}">Open it alone</a></noscript>
        </details>`,
        )}
      </div>
    </main>
  </body>`,
  });
}

/** One screen alone, on the page of a shop that has nothing else. */
export function screenPage(
  { id, part }: NamedScreen,
  look: Look,
  { bffUrl, shopUrl }: Addresses,
): Html {
  return htmlDocument({
    title: 'Screen – Soft Pull Checkout',
    styles: ['screen', `themes/${look.theme}`],
    head: html`${moduleTags(['screen'])}
      <script type="module" src="${bffUrl}/v1/soft-pull-checkout.js"></script>`,
    body: html`<body class="${look.scheme}" data-part="${part ?? 1}">
    <main>
      <h1 class="visually-hidden">A shop</h1>
      <soft-pull-checkout
        server="${shopUrl}"
        merchant="${id}"
        amount="8400.00"
        locale="${look.locale}"
        isolation="inline"
      ></soft-pull-checkout>
    </main>
  </body>`,
  });
}

function controls(look: Look): Html {
  return html`<form class="look">
    ${choice('theme', 'Theme', look.theme, themes)}
    ${choice('scheme', 'Colors', look.scheme, named(schemes, { light: 'Light', dark: 'Dark' }))}
    ${choice('locale', 'Language', look.locale, named(locales, { en: 'English', es: 'Español' }))}
    ${choice(
      'width',
      'Width',
      String(look.width),
      widths.map((width) => ({ id: String(width), name: `${width} px` })),
    )}
    <button>Show</button>
  </form>`;
}

function named<Id extends string>(ids: readonly Id[], names: Readonly<Record<Id, string>>) {
  return ids.map((id) => ({ id, name: names[id] }));
}

function choice(
  name: string,
  label: string,
  chosen: string,
  options: readonly { readonly id: string; readonly name: string }[],
): Html {
  return html`<label>${label}
    <select name="${name}">
      ${options.map(
        (option) =>
          html`<option value="${option.id}" ${option.id === chosen ? 'selected' : ''}>${option.name}</option>`,
      )}
    </select>
  </label>`;
}

function queryOf(look: Look): string {
  return new URLSearchParams({ ...look, width: String(look.width) }).toString();
}
