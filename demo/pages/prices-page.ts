import { html } from 'hono/html';
import { decimal, dollars } from '../cart.ts';
import { productName, sizes, type Size } from '../catalog.ts';
import type { OrderSigner } from '../order-token.ts';

type Html = ReturnType<typeof html>;
type Financing = Pick<OrderSigner, 'bffUrl' | 'publishableKey'>;

/** Every size with its price, and beside each what it costs a month at the least. */
export function pricesPage(financing: Financing): Html {
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>Prices – Hillside Heating &amp; Air</title>
    <link rel="icon" href="/assets/logo.svg" type="image/svg+xml" />
    <link rel="stylesheet" href="/assets/base.css" />
    <link rel="stylesheet" href="/assets/shop.css" />
    <script type="module" src="${financing.bffUrl}/v1/soft-pull-message.js"></script>
  </head>
  <body>
    <div class="shop">
      <header class="masthead">
        <a class="brand" href="/">
          <img src="/assets/logo.svg" alt="" width="36" height="36" />
          <span>Hillside <span class="brand-rest">Heating &amp; Air</span></span>
        </a>
      </header>
      <main id="main">
        <h1>${productName}</h1>
        <p>
          What each size costs, installed, and below it what it costs a month at the least. That line
          is <code>&lt;soft-pull-message&gt;</code>, one tag beside a price:
          <a href="/docs#message">how to place it</a>. Its link begins an order of that size.
        </p>
        <ul class="prices">
          ${sizes.map((size) => priceOf(size, financing))}
        </ul>
      </main>
    </div>
  </body>
</html>`;
}

function priceOf({ id, name, fits, cents }: Size, { bffUrl, publishableKey }: Financing): Html {
  return html`<li>
    <h2>${name}</h2>
    <p>${fits}</p>
    <p class="price"><strong>${dollars(cents)}</strong> <span>installed</span></p>
    <soft-pull-message
      server="${bffUrl}"
      merchant="${publishableKey}"
      amount="${decimal(cents)}"
      href="/new?size=${id}"
    ></soft-pull-message>
  </li>`;
}
