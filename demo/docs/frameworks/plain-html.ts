import { html } from 'hono/html';
import { code, type DocsPage, type DocsView, prose } from '../docs-page.ts';
import { frameTag, reservedRoom } from '../quick-start.ts';

const wholePage = (view: DocsView) => `
<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Checkout</title>
    <style>
      ${reservedRoom.replaceAll('\n', '\n    ')}
    </style>
    <script type="module" src="checkout.js"></script>
    <script type="module" src="${view.bffUrl}/v1/soft-pull-checkout.js"></script>
  </head>
  <body>
    <h1>Checkout</h1>
    <soft-pull-checkout
      server="${view.bffUrl}"
      merchant="${view.publishableKey}"
      amount="8400.00"
    >
      ${frameTag(view, 6)}
    </soft-pull-checkout>
    <p id="thanks" hidden>Thank you for your order.</p>
  </body>
</html>`;

const pageScript = `
// checkout.js
const checkout = document.querySelector('soft-pull-checkout');

checkout.addEventListener('soft-pull-charge-outcome', ({ outcome }) => {
  document.querySelector('#thanks').hidden = outcome !== 'approved';
});
checkout.addEventListener('soft-pull-error', ({ code, correlation_id }) => {
  // The shopper has read a sentence already; this is for you.
  console.warn('Soft Pull Checkout:', code, correlation_id);
});`;

const written = (view: DocsView) => `
<soft-pull-checkout
  server="${view.bffUrl}"
  merchant="${view.publishableKey}"
  order-token="…"
>
  ${frameTag(view)}
</soft-pull-checkout>`;

export const plainHtml: DocsPage = {
  path: '/docs/html',
  title: 'Plain HTML',
  lead: 'A whole page with the checkout on it, without a bundler, a framework or an inline script.',
  group: 'Frameworks',
  body: (view) => html`
    ${code('HTML', 'a whole page', wholePage(view))}
    ${code('JavaScript', 'its script', pageScript)}
    <p>${prose('Module scripts run in their order, so the listeners are there before the element starts. With `async` on one of them that is not certain.')}</p>
    <h2 id="written">Written by your server</h2>
    <p>
      ${prose('A template of your server, in whichever language, writes the same tag, with the token that it has ')}<a href="/docs/server#orders">signed for the order</a>:
    </p>
    ${code('HTML', 'with a signed order', written(view))}
    <p>${prose('If the cart changes without a reload, set the property: `checkout.orderToken = token`. Once there are offers, or for another order, call `checkout.restart()` right after it. At the step `working` or `review`, call it when the offers come.')}</p>
    <p>${prose('With Turbo, write `<meta name="turbo-cache-control" content="no-preview">` into this page. Otherwise Turbo shows its copy of the page at a second visit and then replaces it: what was typed meanwhile is lost. `data-turbo-permanent` does not help, because the frame is moved and loads again.')}</p>`,
};
