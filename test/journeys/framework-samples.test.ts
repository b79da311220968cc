import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { reservedRoom } from '../../demo/docs/quick-start.ts';
import { compileSvelte, compileVue, vueOptionsOf } from '../helpers/docs-samples.ts';
import { until } from '../helpers/until.ts';
import { bundle } from './models/bundle.ts';
import { framesOf, loadedAt } from './models/checkout-frame.ts';
import { journey } from './models/journey.ts';
import {
  paste,
  runModule,
  type SamplePage,
  sampleAt,
  showsTheForm,
  tellOf,
} from './models/sample-page.ts';
import { shiftsIn } from './models/shifts.ts';

const root = (rendered = '') => `<div id="root">${rendered}</div>`;
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
  hydratedVue: `import { createSSRApp } from 'vue';
    createSSRApp(Pay, { amount: '8400.00', onAccepted: ${heard} }).mount('#root');`,
  svelte: `import { mount } from 'svelte';
    mount(Pay, {
      target: document.querySelector('#root'),
      props: { amount: '8400.00', onaccepted: ${heard} },
    });`,
  hydratedSvelte: `import { hydrate } from 'svelte';
    hydrate(Pay, {
      target: document.querySelector('#root'),
      props: { amount: '8400.00', onaccepted: ${heard} },
    });`,
  // In the browser the compiler does what it does before a build, and has to be there first.
  angular: `import { provideZonelessChangeDetection } from '@angular/core';
    import { bootstrapApplication } from '@angular/platform-browser';
    bootstrapApplication(Pay, { providers: [provideZonelessChangeDetection()] });`,
  hydratedAngular: `import { provideZonelessChangeDetection } from '@angular/core';
    import { bootstrapApplication, provideClientHydration } from '@angular/platform-browser';
    bootstrapApplication(Pay, {
      providers: [provideZonelessChangeDetection(), provideClientHydration()],
    });`,
};

/** Prints what the server of a shop sends for a sample. */
const rendering = {
  // React's channel for later work stays open.
  react: `import { createElement as element } from 'react';
    import { renderToString } from 'react-dom/server';
    process.stdout.write(
      renderToString(element(Pay, { amount: '8400.00', onAccepted: () => undefined })),
      () => process.exit(),
    );`,
  vue: `import { createSSRApp } from 'vue';
    import { renderToString } from 'vue/server-renderer';
    process.stdout.write(await renderToString(createSSRApp(Pay, { amount: '8400.00' })));`,
  svelte: `import { render } from 'svelte/server';
    process.stdout.write(render(Pay, { props: { amount: '8400.00', onaccepted: () => undefined } }).body);`,
};

/** As Angular's package for servers, which is not installed here, writes the body of the sample's page. */
function renderedAngular(server: string): string {
  const address = `${server}/v1/frame?merchant=pk_sandbox_hillside&amp;locale=en`;
  return `<!--nghm--><app-pay ngh="0"><soft-pull-checkout server="${server}"
    merchant="pk_sandbox_hillside" amount="8400.00"><iframe data-src="${address}"
    title="Financing application" width="100%" height="1100" frameborder="0"
    src="${address}"></iframe></soft-pull-checkout><!--container--></app-pay>
    <script id="ng-state" type="application/json">{"__nghData__":[{"t":{"2":"t0"},"c":{"2":[]}}]}</script>`;
}

/** The form is there, in the frame that stands in the sample. */
async function showsTheFrame(own: SamplePage): Promise<void> {
  await showsTheForm(own);
  assert.deepEqual(await framesOf(own.checkout), { inMarkup: 1, made: 0 });
}

async function hearsOfTheLoan(own: SamplePage): Promise<void> {
  await tellOf(own, 'soft-pull-accepted');
  await own.page.locator('[data-heard]').waitFor();
}

describe('a sample of the docs for a framework brings the form and hears of the loan', {
  concurrency: 3,
}, () => {
  const here = journey({ isSideBySide: true });

  /** The frame that a server has rendered keeps its document, with what is typed before the script runs. */
  async function takesOver(rendered: string, script: string): Promise<SamplePage> {
    // Before the body, as the docs say: a browser may draw what it has read of a page.
    const head = `<meta name="viewport" content="width=device-width"><style>${reservedRoom}</style>`;
    const own = await paste(here, `${rendered}<p>What is below.</p>`, '', { head });
    const firstName = own.checkout.form.field('first_name');
    await firstName.fill('Ada');
    const loaded = await loadedAt(own.checkout);
    await own.page.addScriptTag({ type: 'module', content: script });
    await showsTheFrame(own);
    assert.equal(await loadedAt(own.checkout), loaded);
    assert.equal(await firstName.inputValue(), 'Ada');
    await own.page.waitForLoadState('networkidle');
    assert.deepEqual(await shiftsIn(own.page.mainFrame()), []);
    return own;
  }

  it('React', async () => {
    const sample = await sampleAt(here, '/docs/react', 'TSX, React');
    const own = await paste(here, root(), await bundle(`${sample}\n${mounting.react}`));
    await showsTheFrame(own);
    await hearsOfTheLoan(own);
  });

  for (const version of ['19', '18'] as const) {
    it(`React ${version} on a server`, async () => {
      const alias = version === '18' ? { react: 'react-18', 'react-dom': 'react-dom-18' } : {};
      const sample = await sampleAt(here, '/docs/react', 'TSX, React on a server');
      const rendered = await runModule(await bundle(`${sample}\n${rendering.react}`, alias));
      const script = await bundle(`${sample}\n${mounting.hydratedReact}`, alias);
      const own = await takesOver(root(rendered), script);
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
    const own = await paste(here, root(), await bundle(`${source}\n${mounting.vue}`));
    await showsTheFrame(own);
    await hearsOfTheLoan(own);
  });

  it('Svelte', async () => {
    const sample = await sampleAt(here, '/docs/svelte', 'Svelte, the component');
    const component = compileSvelte(sample, { name: 'Pay', generate: 'client' });
    const source = component.replace('export default', '');
    const own = await paste(here, root(), await bundle(`${source}\n${mounting.svelte}`));
    await showsTheFrame(own);
    await hearsOfTheLoan(own);
  });

  it('Vue on a server', async () => {
    const config = await sampleAt(here, '/docs/vue', 'JavaScript, Vue’s compiler');
    const sample = await sampleAt(here, '/docs/vue', 'Vue, the component');
    const [client, server] = await Promise.all(
      [false, true].map(async (isServer) =>
        compileVue(sample, await vueOptionsOf(config), { isServer }).replace(
          'export default',
          'const Pay =',
        ),
      ),
    );
    const rendered = await runModule(await bundle(`${server}\n${rendering.vue}`));
    await hearsOfTheLoan(
      await takesOver(root(rendered), await bundle(`${client}\n${mounting.hydratedVue}`)),
    );
  });

  it('Svelte on a server', async () => {
    const sample = await sampleAt(here, '/docs/svelte', 'Svelte, the component');
    const compiled = (generate: 'client' | 'server') =>
      compileSvelte(sample, { name: 'Pay', generate }).replace('export default', '');
    const rendered = await runModule(await bundle(`${compiled('server')}\n${rendering.svelte}`));
    const script = await bundle(`${compiled('client')}\n${mounting.hydratedSvelte}`);
    await hearsOfTheLoan(await takesOver(root(rendered), script));
  });

  it('Angular', async () => {
    const sample = await sampleAt(here, '/docs/angular', 'TypeScript, Angular');
    const source = `import '@angular/compiler';\n${sample}\n${mounting.angular}`;
    const own = await paste(here, '<app-pay></app-pay>', await bundle(source));
    await showsTheFrame(own);
    await tellOf(own, 'soft-pull-accepted');
    await own.page.getByText('Your loan is ready.').waitFor();
  });

  it('Angular on a server', async () => {
    const sample = await sampleAt(here, '/docs/angular', 'TypeScript, Angular');
    const source = `import '@angular/compiler';\n${sample}\n${mounting.hydratedAngular}`;
    const own = await takesOver(renderedAngular(here.product.bffUrl), await bundle(source));
    await tellOf(own, 'soft-pull-accepted');
    await own.page.getByText('Your loan is ready.').waitFor();
  });
});
