import { html } from 'hono/html';
import { code, type DocsPage, type DocsView, prose } from '../docs-page.ts';
import { frameTag, whyFrame } from '../quick-start.ts';

const component = ({ bffUrl, publishableKey }: DocsView) => `
<script lang="ts">
  import '@soft-pull/checkout/soft-pull-checkout.js';
  import type {} from '@soft-pull/checkout/svelte';

  interface Props {
    amount: string;
    orderId?: string;
    orderToken?: string;
    onaccepted: () => void;
  }

  let { amount, orderId, orderToken, onaccepted }: Props = $props();
</script>

<soft-pull-checkout
  id={orderId && \`financing-\${orderId}\`}
  server="${bffUrl}"
  merchant="${publishableKey}"
  {amount}
  order-token={orderToken}
  onsoft-pull-accepted={onaccepted}
>
  ${frameTag({ bffUrl, publishableKey })}
</soft-pull-checkout>`;

export const svelte: DocsPage = {
  path: '/docs/svelte',
  title: 'Svelte and SvelteKit',
  lead: 'A component for Svelte 5, which SvelteKit can render on the server.',
  group: 'Frameworks',
  body: (view) => html`
    ${code('Svelte', 'the component', component(view))}
    <p>${prose(whyFrame)}</p>
    <p>${prose('An event is an attribute with `on` before its name. Svelte 4 writes `on:soft-pull-accepted` instead. The type-only import tells the tag’s attributes and events to the Svelte tools. `prefill={prefill}` sets the property, although a server renders it as the attribute `prefill="[object Object]"`, which has no effect.')}</p>
    <p>${prose('If one tab may show several orders, pass `orderId`. The tag’s `id` then names the order, and the tab finds its checkout again by it. Put the component into `{#key orderId}`, so that each order has an element of its own.')}</p>
    <h2 id="sveltekit">SvelteKit</h2>
    <p>
      ${prose('The server renders the tag with its frame, which stays as it is when Svelte takes the page over. Nothing needs `onMount` or `ssr = false`. Put the style of the ')}<a href="/docs#script-tag">quick start</a>${prose(' into your global CSS, so that nothing below the tag moves when the form comes. Sign the order in `+page.server.ts`, and pass the token on in `data`.')}
    </p>`,
};
