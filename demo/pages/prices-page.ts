import { html } from 'hono/html';
import { decimal, dollars } from '../cart.ts';
import { productName, type Size, sizes } from '../catalog.ts';
import type { OrderSigner } from '../order-token.ts';
import type { Html } from './html-document.ts';
import { plainPage } from './plain-page.ts';

type Financing = Pick<OrderSigner, 'bffUrl' | 'publishableKey'>;

/** Every size with its price and its lowest monthly payment. */
export function pricesPage(financing: Financing): Html {
  return plainPage({
    title: 'Prices',
    scripts: html`<script
      type="module"
      src="${financing.bffUrl}/v1/soft-pull-message.js"
    ></script>`,
    content: html`<h1>${productName}</h1>
        <p>
          The price of each size, installed, with its lowest monthly payment below. That line
          is <code>&lt;soft-pull-message&gt;</code>, one tag beside a price:
          <a href="/docs#message">how to place it</a>. Its link starts an order for that size.
        </p>
        <ul class="prices">
          ${sizes.map((size) => priceOf(size, financing))}
        </ul>`,
  });
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
