import { html } from 'hono/html';
import { code, type DocsPage, type DocsView, prose } from './docs-page.ts';

/** Lays the form out as the script will, until that has loaded, to avoid a layout shift. */
export const reservedRoom = `soft-pull-checkout:not(:defined) { display: block; min-block-size: min(100svh, max(84rem, 1344px)); }
  soft-pull-checkout:not(:defined) iframe {
    display: block; box-sizing: border-box; margin-inline: auto;
    inline-size: min(100%, var(--soft-pull-max-width, max(42rem, 672px))); padding: var(--soft-pull-border-width, 1px);
  }`;

/** Whose BFF and whose key a sample is written for. */
type SampleView = Pick<DocsView, 'bffUrl' | 'publishableKey'>;

/** The script and the tag, as the repository's README shows them. */
export const scriptTag = (view: SampleView) => `
<script type="module" async src="${view.bffUrl}/v1/soft-pull-checkout.js"></script>
<soft-pull-checkout server="${view.bffUrl}" merchant="${view.publishableKey}" amount="8400.00">
  ${frameTag(view)}
</soft-pull-checkout>`;

/** The same with its style: the sample of the quick start and of the package's README. */
export const styledTag = (view: SampleView) => `
<style>
  /* Lays the form out as the script will, to avoid a layout shift when it loads. */
  ${reservedRoom}
</style>${scriptTag(view)}`;

/**
 * The frame that the form runs in: in the markup it loads beside the script, not after it.
 * @param column where it begins in the sample
 */
export function frameTag({ bffUrl, publishableKey }: SampleView, column = 2): string {
  const tag = `<iframe
  src="${bffUrl}/v1/frame?merchant=${publishableKey}&locale=en"
  title="Financing application"
  width="100%"
  height="1100"
  frameborder="0"
></iframe>`;
  return tag.replaceAll('\n', `\n${' '.repeat(column)}`);
}

/** For the pages of the frameworks, whose samples hold it. */
export const whyFrame =
  'The frame inside the tag holds the form. If a server renders the page, the shopper can type before your script has loaded, and nothing typed is lost. If the browser renders it, the form is there no sooner, but Chromium’s autofill fills it in. In a frame that the element makes itself, autofill fills in nothing. Write your page’s language into its `locale`, and its `title` in that language.';

const plainTag = ({ bffUrl, publishableKey }: SampleView) => `
<script type="module" async src="${bffUrl}/v1/soft-pull-checkout.js"></script>
<soft-pull-checkout server="${bffUrl}" merchant="${publishableKey}" amount="8400.00"></soft-pull-checkout>`;

const order = `
// A route on your server that answers a signed order token.
const answer = await fetch('/order-token', { method: 'POST' });
document.querySelector('soft-pull-checkout').orderToken = await answer.text();`;

const listening = `
const checkout = document.querySelector('soft-pull-checkout');

checkout.addEventListener('soft-pull-accepted', () => {
  // There is a loan. For your books, read it from the BFF on your server.
});
checkout.addEventListener('soft-pull-charge-outcome', ({ outcome }) => {
  if (outcome === 'approved') location.assign('/thank-you');
});`;

const leaving = `
const checkout = document.querySelector('soft-pull-checkout');

checkout.addEventListener('soft-pull-redirect', async (event) => {
  event.preventDefault(); // then your page goes
  await saveCart();
  top.location.href = event.url; // the lender's pages stand in no frame
});`;

const npm = ({ bffUrl, publishableKey }: DocsView) => `
// npm install ./soft-pull-checkout-1.0.0.tgz
import '@soft-pull/checkout/soft-pull-checkout.js'; // registers the element

const checkout = document.createElement('soft-pull-checkout');
checkout.server = '${bffUrl}';
checkout.merchant = '${publishableKey}';
checkout.amount = '8400.00';
document.body.append(checkout);`;

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
  lead: 'One tag on your page takes a shopper from an empty form through a soft credit pull to loan offers and an approved charge.',
  body: (view) => html`
    <p>${view.isDemo ? 'The samples use this demo’s addresses and key. ' : ''}${prose('Put the origin of your BFF and your publishable key from `MERCHANTS_FILE` into the samples. Your page’s origin must be listed there. `MERCHANTS_FILE=.data/merchants.json npm run merchant -- add`, in the root folder of this project’s repository while `npm start` runs there, writes an entry for your own shop and prints its keys. The first time, start again with the same `MERCHANTS_FILE`.')}</p>
    <h2 id="script-tag">Script tag</h2>
    ${code('HTML', 'script tag', styledTag(view))}
    <p>${prose('That is all the page needs. The frame holds the form, and in your markup it loads beside the script: the shopper can type before the script is there, and nothing typed is lost. Write your page’s language into its `locale`, and its `title` in that language: in Spanish `Solicitud de financiamiento`. The element never moves the frame and sizes it itself. The style keeps the page from moving when the form appears. If your Content-Security-Policy allows no inline style, put it into your style sheet. You can change `amount` while the form is being filled in, and nothing typed is lost. Offers keep the amount they were made for: call `restart()` when the cart changes. If you move the element, use `moveBefore()`. Any other move, such as `append()`, makes the browser reload the frame and empties the form.')}</p>
    <h3 id="short">Without the frame</h3>
    ${code('HTML', 'the short way', plainTag(view))}
    <p>${prose('The element then makes the frame, once its script has loaded. The form stands later, and Chromium’s autofill fills in nothing. The same style reserves its space. Any other element inside the tag is a fallback. It is shown until the script has loaded, and again if the form cannot load.')}</p>
    <h3 id="events">Events</h3>
    ${code('JavaScript', 'events', listening)}
    <p>${prose('A listener hears what happens after it was added. If it may come later than the element, read `checkout.step` too. Every event is in the ')}<a href="/docs/reference#events">reference</a>. A page that is loaded again hears again how the checkout stands.</p>
    <h2 id="order">With an order</h2>
    <p>
      ${prose('Without an order, the shopper gets a loan but no charge. With a token for the order, which ')}<a href="/docs/server#orders">your server signs</a>${prose(' and which is valid for at most 15 minutes, the shopper can also start the charge. Its amount is the token’s. Set the property `orderToken`, or the attribute `order-token` if your server renders the page. If a token is refused, the shopper reads “The order could not be confirmed”, and the event has the code `order_invalid`.')}
    </p>
    <p>${prose('If one page or one tab may show several orders, give each tag an `id` with the number of its order: `id="financing-1042"`. The tab finds a checkout again by that `id`. Without it, it goes by the tag’s number on the page, and the second order takes the place of the first.')}</p>
    ${code('JavaScript', 'order', order)}
    <h2 id="lender">Going to the lender and back</h2>
    <p>${prose('When an offer is chosen, the page goes to the lender. To do something first, cancel `soft-pull-redirect`. Your page itself must go then:')}</p>
    ${code('JavaScript', 'going to the lender', leaving)}
    <p>${prose('Keep `event.url` nowhere, and open no popup: browsers may block one that follows an answer. Until your page goes, a button in the checkout fires the event again.')}</p>
    <p>${prose('The lender sends the shopper back to `return-url`, by default this page. Let it lead to a page that shows the checkout when it loads, such as `/checkout/financing`. Its origin must be listed. The address then ends with `#soft_pull_resume=…`. Where it has a fragment already, that ends with `?soft_pull_resume=…` or `&soft_pull_resume=…`. Only an element that is on the page takes that part, and removes it. If yours is added later, keep the fragment until then: another browser may not find the checkout without it.')}</p>
    <h2 id="npm">npm</h2>
    ${code('JavaScript', 'npm', npm(view))}
    <p>${prose('The package is not on the npm registry. Run `npm run build` and `npm pack --workspace widget` in this project’s repository, and install the file they make.')}</p>
    <p>${prose('`import { SoftPullCheckout } from "@soft-pull/checkout"` does not register the element. Both imports work on a server, which renders the plain tag. The package has types, `custom-elements.json` and editor data.')}</p>
    <h2 id="frameworks">Frameworks</h2>
    <p>
      Each framework has a page with a component to copy: <a href="/docs/html">plain HTML</a>,
      <a href="/docs/react">React and Next.js</a>, <a href="/docs/vue">Vue and Nuxt</a>,
      <a href="/docs/svelte">Svelte and SvelteKit</a>, <a href="/docs/angular">Angular</a>.
      Write attributes by their names in the <a href="/docs/reference">reference</a>.
    </p>
    <h2 id="message">Beside a price</h2>
    ${code('HTML', 'message', message(view))}
    <p>
      ${prose('This element shows the lowest monthly payment for a purchase, with the terms that the law requires below it. Its script is a separate file. A Content-Security-Policy needs the BFF in `script-src` and in `connect-src`. It shows nothing if no product fits the amount.')}${view.isDemo ? html` This demo’s <a href="/prices">price list</a> uses it.` : ''}
    </p>
    <h2 id="next">Next</h2>
    <ul>
      ${view.isDemo ? html`<li>See <a href="/screens">every screen</a> in every theme.</li>` : ''}
      ${view.hasSandbox ? html`<li>See the usual outcomes, delays and errors in the <a href="/simulator">simulator</a>.</li>` : ''}
      <li><a href="/docs/testing">Test your page, then go live</a>.</li>
      <li>Does nothing appear? <a href="/docs/diagnostics">Run the diagnostics</a>.</li>
    </ul>`,
};
