import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compileSvelte, compileVue, vueOptionsOf } from '../helpers/docs-samples.ts';
import { until } from '../helpers/until.ts';
import { bundle } from './models/bundle.ts';
import { journey } from './models/journey.ts';
import {
  paste,
  runModule,
  type SamplePage,
  sampleAt,
  showsTheForm,
  tellOf,
} from './models/sample-page.ts';

const root = '<div id="root"></div>';
/** Whether the sample heard that there is a loan. */
const heard = `() => document.body.setAttribute('data-heard', '')`;
const mounting = {
  react: `import { createElement } from 'react';
    import { createRoot } from 'react-dom/client';
    createRoot(document.querySelector('#root')).render(
      createElement(Pay, { amount: '8400.00', onAccepted: ${heard} }),
    );`,
  hydratedReact: `import { createElement } from 'react';
    import { hydrateRoot } from 'react-dom/client';
    hydrateRoot(
      document.querySelector('#root'),
      createElement(Pay, {
        amount: '8400.00',
        prefill: { last_name: 'Sample' },
        onAccepted: ${heard},
      }),
    );`,
  vue: `import { createApp } from 'vue';
    createApp(Pay, { amount: '8400.00', onAccepted: ${heard} }).mount('#root');`,
  svelte: `import { mount } from 'svelte';
    mount(Pay, {
      target: document.querySelector('#root'),
      props: { amount: '8400.00', onaccepted: ${heard} },
    });`,
  // In the browser the compiler does what it does before a build, and has to be there first.
  angular: `import { provideZonelessChangeDetection } from '@angular/core';
    import { bootstrapApplication } from '@angular/platform-browser';
    bootstrapApplication(Pay, { providers: [provideZonelessChangeDetection()] });`,
};

/** Prints what the server of a shop sends for React's sample; its channel for later work stays open. */
const rendering = `import { createElement as element } from 'react';
  import { renderToString } from 'react-dom/server';
  process.stdout.write(
    renderToString(element(Pay, { amount: '8400.00', onAccepted: () => undefined })),
    () => process.exit(),
  );`;

async function hearsOfTheLoan(own: SamplePage): Promise<void> {
  await tellOf(own, 'soft-pull-accepted');
  await own.page.locator('[data-heard]').waitFor();
}

describe('a sample of the docs for a framework brings the form and hears of the loan', {
  concurrency: 3,
}, () => {
  const here = journey({ isSideBySide: true });

  it('React', async () => {
    const sample = await sampleAt(here, '/docs/react', 'TSX, React');
    const own = await paste(here, root, await bundle(`${sample}\n${mounting.react}`));
    await showsTheForm(own);
    await hearsOfTheLoan(own);
  });

  for (const version of ['19', '18'] as const) {
    it(`React ${version} on a server`, async () => {
      const alias = version === '18' ? { react: 'react-18', 'react-dom': 'react-dom-18' } : {};
      const sample = await sampleAt(here, '/docs/react', 'TSX, React on a server');
      const server = await bundle(`${sample}\n${rendering}`, alias);
      const rendered = await runModule(server);
      assert.match(rendered, /^<soft-pull-checkout server="[^>]+><\/soft-pull-checkout>$/);
      const script = await bundle(`${sample}\n${mounting.hydratedReact}`, alias);
      const own = await paste(here, root.replace('><', `>${rendered}<`), script);
      await showsTheForm(own);
      const name = own.checkout.form.field('last_name');
      await until('the name', async () => (await name.inputValue()) === 'Sample' || undefined);
      await hearsOfTheLoan(own);
    });
  }

  it('Vue', async () => {
    const config = await sampleAt(here, '/docs/vue', 'JavaScript, Vue’s compiler');
    const sample = await sampleAt(here, '/docs/vue', 'Vue, the component');
    const component = compileVue(sample, await vueOptionsOf(config));
    const source = component.replace('export default', 'const Pay =');
    const own = await paste(here, root, await bundle(`${source}\n${mounting.vue}`));
    await showsTheForm(own);
    await hearsOfTheLoan(own);
  });

  it('Svelte', async () => {
    const sample = await sampleAt(here, '/docs/svelte', 'Svelte, the component');
    const component = compileSvelte(sample, { name: 'Pay', generate: 'client' });
    const source = component.replace('export default', '');
    const own = await paste(here, root, await bundle(`${source}\n${mounting.svelte}`));
    await showsTheForm(own);
    await hearsOfTheLoan(own);
  });

  it('Angular', async () => {
    const sample = await sampleAt(here, '/docs/angular', 'TypeScript, Angular');
    const source = `import '@angular/compiler';\n${sample}\n${mounting.angular}`;
    const own = await paste(here, '<app-pay></app-pay>', await bundle(source));
    await showsTheForm(own);
    await tellOf(own, 'soft-pull-accepted');
    await own.page.getByText('Your loan is ready.').waitFor();
  });
});
