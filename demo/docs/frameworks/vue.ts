import { html } from 'hono/html';
import { code, type DocsPage, prose } from '../docs-page.ts';
import { readmeSample } from '../readme-sample.ts';

const viteConfig = `
// vite.config.js
import vue from '@vitejs/plugin-vue';

const isCustomElement = (tag) => tag.startsWith('soft-pull-');

export default {
  plugins: [vue({ template: { compilerOptions: { isCustomElement } } })],
};`;

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
    <p>${prose('The type-only import gives the tag its attributes and events in templates. `prefill` is a property without an attribute: write `:prefill.prop="prefill"`. If the cart changes once there are offers, sign a new token and call `restart()` through a template ref, in a `watch` of the token with `flush: \'post\'`.')}</p>
    <h2 id="compiler">The compiler</h2>
    <p>${prose('Without this line, Vue looks for a component of that name and warns.')}</p>
    ${code('JavaScript', 'Vue’s compiler', viteConfig)}
    <h2 id="nuxt">Nuxt</h2>
    ${code('JavaScript', 'Nuxt’s configuration', nuxtConfig)}
    <p>
      ${prose('The server renders the plain tag, and the browser fills it: no `<ClientOnly>` is needed. Put the style of the ')}<a href="/docs#script-tag">quick start</a>${prose(' into your global CSS, so that nothing below the tag moves when the form comes.')}
    </p>`,
};
