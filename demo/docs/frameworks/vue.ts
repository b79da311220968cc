import { html } from 'hono/html';
import { code, type DocsPage, type DocsView, prose } from '../docs-page.ts';
import { frameTag, whyFrame } from '../quick-start.ts';
import { readmeSample } from '../readme-sample.ts';

const viteConfig = `
// vite.config.js
import vue from '@vitejs/plugin-vue';

const isCustomElement = (tag) => tag.startsWith('soft-pull-');

export default {
  plugins: [vue({ template: { compilerOptions: { isCustomElement } } })],
};`;

const restarting = ({ bffUrl, publishableKey }: DocsView) => `
<script setup lang="ts">
import '@soft-pull/checkout/soft-pull-checkout.js';
import type { SoftPullCheckout } from '@soft-pull/checkout';
import type {} from '@soft-pull/checkout/vue';
import { useTemplateRef, watch } from 'vue';

const props = defineProps<{ amount: string; orderId?: string; orderToken: string }>();
const checkout = useTemplateRef<SoftPullCheckout>('checkout');

let asked = props.amount;

const follow = () => {
  const step = checkout.value?.step;
  const isOffered = step === 'offers' || step === 'redirect';
  if (isOffered && asked !== props.amount) checkout.value?.restart();
  if (isOffered || step === 'details') asked = props.amount;
};
watch(() => props.amount, follow, { flush: 'post' });
</script>

<template>
  <soft-pull-checkout
    ref="checkout"
    :id="orderId && \`financing-\${orderId}\`"
    server="${bffUrl}"
    merchant="${publishableKey}"
    :amount="amount"
    :order-token="orderToken"
    @soft-pull-step-change="follow"
  >
    ${frameTag({ bffUrl, publishableKey }, 4)}
  </soft-pull-checkout>
</template>`;

const nuxtConfig = `
// nuxt.config.js
export default defineNuxtConfig({
  vue: {
    compilerOptions: {
      isCustomElement: (tag) => tag.startsWith('soft-pull-'),
    },
  },
});`;

export const vue: DocsPage = {
  path: '/docs/vue',
  title: 'Vue and Nuxt',
  lead: 'A single-file component, and the one line that tells Vue’s compiler about the tag.',
  group: 'Frameworks',
  body: (view) => html`
    ${code('Vue', 'the component', readmeSample('vue', view))}
    <p>${prose(whyFrame)}</p>
    <p>${prose('The type-only import gives the tag its attributes and events in templates. `prefill` is a property without an attribute: write `:prefill.prop="prefill"`.')}</p>
    <h2 id="cart">If the cart changes</h2>
    <p>${prose('Offers keep the amount that they were made for. Once there are offers, a new amount needs a new checkout. A change at the step `working` or `review` waits for the offers. Watch the amount, not the token: a new token of the same order keeps the checkout. Change `amount` and `orderToken` together. If one tab may show several orders, pass `orderId`. The tag’s `id` then names the order, and the tab finds its checkout again by it. Give the component the same value as its `:key`, so that each order has an element of its own.')}</p>
    ${code('Vue', 'a cart that changes', restarting(view))}
    <h2 id="router">Vue Router</h2>
    <p>${prose('When the shopper comes back from the lender, the router reads the address before the element takes `#soft_pull_resume=…` out of it. If the tag stands outside of `<RouterView>`, the router may write it into the address again. Once `soft-pull-ready` has come and `route.hash` has the code, take it out with `router.replace({ query: route.query, hash: "" })`. The code is the shopper’s secret: in `afterEach` send `to.path`, and do not copy `route.hash` into a link.')}</p>
    <h2 id="compiler">The compiler</h2>
    <p>${prose('Without this line, Vue looks for a component of that name and warns.')}</p>
    ${code('JavaScript', 'Vue’s compiler', viteConfig)}
    <h2 id="nuxt">Nuxt</h2>
    ${code('JavaScript', 'Nuxt’s configuration', nuxtConfig)}
    <p>
      ${prose('The server renders the tag with its frame, which stays as it is when Vue takes the page over: no `<ClientOnly>` is needed. Put the style of the ')}<a href="/docs#script-tag">quick start</a>${prose(' into your global CSS, so that nothing below the tag moves when the form comes.')}
    </p>`,
};
