import { html } from 'hono/html';
import { code, type DocsPage, type DocsView, prose } from './docs-page.ts';
import { readmeSample } from './readme-sample.ts';

/** Keeps the place of the form until its script has come, so that nothing below it moves. */
export const reservedRoom =
  'soft-pull-checkout:not(:defined) { display: block; min-block-size: min(100svh, 84rem); }';

const scriptTag = ({ bffUrl, publishableKey }: DocsView) => `
<style>
  /* Room for the form, so that nothing below it moves when the script comes. */
  ${reservedRoom}
</style>
<script type="module" src="${bffUrl}/v1/soft-pull-checkout.js"></script>

<soft-pull-checkout
  server="${bffUrl}"
  merchant="${publishableKey}"
  amount="8400.00"
></soft-pull-checkout>`;

const order = `
// A route of your server, which answers the token that it has signed.
const answer = await fetch('/order-token', { method: 'POST' });
document.querySelector('soft-pull-checkout').orderToken = await answer.text();`;

const listening = `
const checkout = document.querySelector('soft-pull-checkout');

checkout.addEventListener('soft-pull-accepted', () => {
  // There is a loan. What your books go by is what your server reads from the BFF.
});
checkout.addEventListener('soft-pull-charge-outcome', ({ outcome }) => {
  if (outcome === 'approved') location.assign('/thank-you');
});`;

const npm = ({ bffUrl, publishableKey }: DocsView) => `
// npm install ./soft-pull-checkout-1.0.0.tgz
import '@soft-pull/checkout/soft-pull-checkout.js'; // registers the element

const checkout = document.createElement('soft-pull-checkout');
checkout.server = '${bffUrl}';
checkout.merchant = '${publishableKey}';
checkout.amount = '8400.00';
document.body.append(checkout);`;

const vueConfig = `
// vite.config.js
import vue from '@vitejs/plugin-vue';

const isCustomElement = (tag) => tag.startsWith('soft-pull-');

export default {
  plugins: [vue({ template: { compilerOptions: { isCustomElement } } })],
};`;

const message = ({ bffUrl, publishableKey }: DocsView) => `
<script type="module" src="${bffUrl}/v1/soft-pull-message.js"></script>

<soft-pull-message
  server="${bffUrl}"
  merchant="${publishableKey}"
  amount="8400.00"
  href="/checkout"
></soft-pull-message>`;

export const quickStart: DocsPage = {
  path: '/docs',
  title: 'Quick start',
  lead: 'One tag on your page takes a shopper from an empty form to loan offers, by a soft credit pull, and to an approved charge.',
  body: (view) => html`
    <p>${prose('The samples name this demo’s own addresses and key. Yours are the origin of your BFF and the publishable key that `MERCHANTS_FILE` gives you; the origin of your page must be one that is listed there.')}</p>
    <h2 id="script-tag">Script tag</h2>
    ${code('HTML, script tag', scriptTag(view))}
    <p>${prose('Place the element, nothing else. Without the style, the page would move when the form appears; if your Content-Security-Policy allows no inline style, put it into your style sheet. `amount` may change while the form is filled, and what was typed stays. Offers stay for the amount that they were made for: call `restart()` when the cart changes. If you move the element, use `moveBefore()`: a plain move, such as `append()`, makes browsers reload the frame, and empties the form.')}</p>
    ${code('JavaScript, events', listening)}
    <p>Every event is in the <a href="/docs/reference#events">reference</a>.</p>
    <h2 id="order">With an order</h2>
    <p>
      ${prose('Without an order the shopper gets a loan, and no charge. With a token for the order, which ')}<a href="/docs/server#orders">your server signs</a>${prose(' and which is valid for 15 minutes at most, the shopper can start the charge too, for the token’s amount. Set the property `orderToken`, or the attribute `order-token` if your server writes the page. If a token is refused, the shopper reads “The order could not be confirmed”, and the event has the code `order_invalid`.')}
    </p>
    ${code('JavaScript, order', order)}
    <h2 id="npm">npm</h2>
    ${code('JavaScript, npm', npm(view))}
    <p>${prose('The package is not on the npm registry: `npm run build` and `npm pack --workspace widget`, in the repository of this project, make the file to install.')}</p>
    <p>${prose('`import { SoftPullCheckout } from "@soft-pull/checkout"` registers nothing. Both can be imported on a server, which sends the plain tag for the browser to fill. The package brings types, `custom-elements.json` and editor data.')}</p>
    <h2 id="react">React</h2>
    ${code('TypeScript, React', readmeSample('tsx', view))}
    <p>${prose('React 18 attaches no listeners to custom elements, and React 19 none to a tag that was rendered on a server until the function changes: use `addEventListener` in a ref.')}</p>
    <h2 id="vue">Vue</h2>
    ${code('Vue', readmeSample('vue', view))}
    ${code('JavaScript, Vue’s compiler', vueConfig)}
    <h2 id="message">Beside a price</h2>
    ${code('HTML, message', message(view))}
    <p>
      ${prose('shows the lowest monthly cost of a purchase, with the terms that the law requires right below it. It is a separate file. Nothing is shown if no product fits. This demo’s ')}<a href="/prices">price list</a>
      uses it.
    </p>
    <h2 id="next">Next</h2>
    <ul>
      <li>See <a href="/screens">every screen</a> in every theme.</li>
      ${view.hasSandbox ? html`<li>See every outcome by one click in the <a href="/simulator">simulator</a>.</li>` : ''}
      <li>Nothing to see? <a href="/docs/diagnostics">Run the diagnostics</a>.</li>
    </ul>`,
};
