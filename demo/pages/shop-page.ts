import { html, raw } from 'hono/html';
import { moduleTags } from '../asset-files.ts';
import { type Cart, cartQuery } from '../cart.ts';
import { productName } from '../catalog.ts';
import { type Embedding, embeddingPaths, importMap } from '../embedding.ts';
import type { OrderSigner } from '../order-token.ts';
import type { ThemeId } from '../themes.ts';
import { developerPanel } from './developer-panel.ts';
import { type Html, htmlDocument, shopTitle } from './html-document.ts';
import { productDetails } from './product-details.ts';
import { productOptions } from './product-options.ts';

export interface ShopPageView {
  readonly cart: Cart;
  readonly embedding: Embedding;
  readonly order: {
    readonly amount: string;
    readonly total: string;
    readonly order_token: string;
    readonly lines: readonly { readonly label: string; readonly amount: string }[];
  };
  readonly signer: OrderSigner;
  /** Of the checkout that the shop's server made; null when it made none. */
  readonly clientToken: string | null;
  /** The checkout's look. */
  readonly theme: ThemeId;
  /** The address that names the order, for a page that was asked for without it. */
  readonly address: string;
  readonly isPanelClosed: boolean;
  readonly areApplicantsClosed: boolean;
  readonly hasSandbox: boolean;
  readonly hasBackOffice: boolean;
  /** Strangers share the sandbox: nobody moves its clock. */
  readonly isPublic: boolean;
}

/** The whole page of one order: the product, what it costs, and the checkout by script tag. */
export function shopPage(view: ShopPageView): Html {
  return htmlDocument({
    title: shopTitle(productName),
    description: 'A cold-climate heat pump, installed in a day, with monthly financing.',
    styles: ['shop', 'panel', `themes/${view.theme}`],
    head: scripts(view),
    body: html`<body data-panel="${view.isPanelClosed ? 'closed' : 'open'}" data-order="${view.cart.orderId}" data-address="${view.address}">
    <a class="skip" href="#main">Skip to the product</a>
    <div class="shop" id="shop">
      ${header(view)}
      <main id="main" tabindex="-1">
        ${hero(view)} ${checkout(view)} ${productDetails()}
      </main>
      ${footer(view)}
    </div>
    ${developerPanel(view)}
  </body>`,
  });
}

function scripts({ embedding, signer }: ShopPageView): Html {
  const page = embedding === 'merchant_server' ? 'server-checkout' : 'shop';
  const own = moduleTags([page, 'panel']);
  return embedding === 'npm_module'
    ? html`<script type="importmap">${raw(importMap)}</script>
        ${own}
        <script type="module" src="/assets/module.js"></script>`
    : html`${own}
        <script
          type="module"
          id="checkout-script"
          src="${signer.bffUrl}/v1/soft-pull-checkout.js"
        ></script>`;
}

function header({ embedding, cart }: ShopPageView): Html {
  return html`<header class="masthead">
    <a class="brand" href="${embeddingPaths[embedding]}?${cartQuery(cart)}">
      <img src="/assets/logo.svg" alt="" width="36" height="36" />
      <span>Hillside <span class="brand-rest">Heating &amp; Air</span></span>
    </a>
    <nav aria-label="Shop">
      <ul>
        <li><a href="#options" aria-current="true">Heat pumps</a></li>
        <li><a href="#installation">Installation</a></li>
        <li><a href="#warranty">Warranty</a></li>
      </ul>
    </nav>
    <p class="masthead-phone"><span>Questions?</span> <strong>(614) 555-0110</strong></p>
  </header>`;
}

function hero(view: ShopPageView): Html {
  return html`<section class="hero" aria-labelledby="product-name">
    <div class="hero-picture">
      <img
        src="/assets/heat-pump.svg"
        fetchpriority="high"
        width="640"
        height="560"
        alt="The outdoor unit on its pad beside a house wall, hills behind it"
      />
      <dl class="facts">
        <div><dt>Full heat down to</dt><dd>5 °F</dd></div>
        <div><dt>Cooling, SEER2</dt><dd>20.5</dd></div>
        <div><dt>At full power</dt><dd>48 dB</dd></div>
      </dl>
    </div>
    <div class="hero-text">
      <p class="eyebrow">Cold-climate inverter series</p>
      <h1 id="product-name">${productName}</h1>
      <p class="rating">
        <span class="stars" aria-hidden="true">★★★★★</span> 4.8 out of 5, 212 homes
      </p>
      <p class="lede">
        Heats at full power down to 5 °F and cools all summer. Price includes removal of your old
        system, permits and a one-day installation by our own crew.
      </p>
      <p class="price">
        <output id="price" for="options" aria-live="polite">${view.order.total}</output>
        <span>installed</span>
      </p>
      ${productOptions(view)}
      <a class="button" href="#pay">Continue to payment</a>
      <ul class="assurances">
        <li>Installed within two weeks</li>
        <li>12-year parts warranty</li>
        <li>No deposit today</li>
      </ul>
    </div>
  </section>`;
}

function checkout(view: ShopPageView): Html {
  return html`<section class="checkout" id="pay" aria-label="Checkout">
    <aside class="summary" aria-labelledby="summary-title">
      <h2 id="summary-title">Your order</h2>
      <p class="order-number">No. <span id="order-number">${view.cart.orderId}</span></p>
      <dl id="order-lines">
        ${view.order.lines.map(
          ({ label, amount }) =>
            html`<div class="order-line"><dt>${label}</dt><dd>${amount}</dd></div>`,
        )}
        <div class="order-line total"><dt>Total</dt><dd>${view.order.total}</dd></div>
      </dl>
      <p class="fine">Sales tax and the state rebate are on your invoice.</p>
      <p id="order-state" class="order-state" role="status"></p>
      <p><a class="new-order" href="${newOrder(view)}">Start a new order</a></p>
    </aside>
    <div class="pay">
      ${element(view)}
      <p id="pay-problem" class="pay-problem" role="status">${problem(view)}</p>
      <noscript>
        <p>Monthly payments need JavaScript. Call us at (614) 555-0110 and we will help you.</p>
      </noscript>
    </div>
  </section>`;
}

/** With a client token the page sets no amount: its server has set it. */
function element({ embedding, signer, order, clientToken }: ShopPageView): Html {
  const { bffUrl: server, publishableKey: merchant } = signer;
  if (embedding !== 'merchant_server') {
    return html`<soft-pull-checkout
        id="checkout"
        server="${server}"
        merchant="${merchant}"
        amount="${order.amount}"
        order-token="${order.order_token}"
      ></soft-pull-checkout>`;
  }
  return clientToken === null
    ? html`<div id="checkout"></div>`
    : html`<soft-pull-checkout
        id="checkout"
        server="${server}"
        merchant="${merchant}"
        client-token="${clientToken}"
      ></soft-pull-checkout>`;
}

function problem({ embedding, clientToken }: ShopPageView): string {
  const isMissing = embedding === 'merchant_server' && clientToken === null;
  return isMissing
    ? 'Monthly payments are not available right now. Reload the page to try again, or call us at (614) 555-0110.'
    : '';
}

function newOrder({ embedding }: ShopPageView): string {
  return embedding === 'merchant_server' ? `${embeddingPaths.merchant_server}/new` : '/new';
}

function footer({ hasSandbox, hasBackOffice }: ShopPageView): Html {
  return html`<footer class="footer">
    <p><strong>Hillside Heating &amp; Air</strong> · 418 Hillside Avenue, Columbus, OH 43215</p>
    <p>
      This shop is a demo of Soft Pull Checkout. It sells nothing and asks no credit bureau. Use the
      sample applicants in the developer panel, never your own data.
    </p>
    <p>Financing by the lender named in the checkout, subject to credit approval.</p>
    <p>
      For developers: <a href="/docs">how to embed the checkout</a>${
        hasSandbox ? html`, <a href="/simulator">a simulator of outcomes</a>` : ''
      }${hasBackOffice ? html`, <a href="/back-office">the shop’s back office</a>` : ''}
    </p>
  </footer>`;
}
