import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { aShop } from '../demo/demo-shop.ts';
import { widgetReadme } from '../docs/read-readme.ts';
import { compileVue, sampleOf, vueOptionsOf } from '../helpers/docs-samples.ts';
import { type InstalledPackage, installPackage } from './installed-package.ts';
import { modules, strictProject, tsc } from './strict-project.ts';

/** The README's only sample in a language. */
function readmeSample(language: string): string {
  const samples = [
    ...widgetReadme.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'gms')),
  ];
  assert.equal(samples.length, 1);
  return samples[0]?.[1] ?? '';
}

describe('a sample of the docs, pasted into a strict project', () => {
  let installed: InstalledPackage;

  before(async () => {
    installed = await installPackage();
  });
  after(() => installed?.remove());

  async function sampleAt(path: string, label: string): Promise<string> {
    return sampleOf(await (await aShop().request(path)).text(), label);
  }

  /** Compiles it against the package as its reader has it. */
  async function check(file: string, source: string, options = strictProject()): Promise<void> {
    const project = join(installed.folder, `tsconfig.${file}.json`);
    await writeFile(join(installed.folder, file), source);
    const settings = { compilerOptions: options, files: [file] };
    await writeFile(project, JSON.stringify(settings));
    await installed.node(tsc, '--project', project);
  }

  it('has no fault: npm', async () => {
    await check('npm.ts', await sampleAt('/docs', 'JavaScript, npm'));
  });

  it('has no fault: React', async () => {
    await check('pay.tsx', await sampleAt('/docs/react', 'TSX, React'));
  });

  for (const types of ['@types/react', 'types-react-18']) {
    it(`has no fault: React on a server, with ${types}`, async () => {
      const sample = await sampleAt('/docs/react', 'TSX, React on a server');
      const is18 = types === 'types-react-18';
      const source = is18 ? sample.replace('/checkout/react', '/checkout/react-18') : sample;
      await check(is18 ? 'pay-18.tsx' : 'pay-19.tsx', source, strictProject(types));
    });
  }

  for (const [name, file] of [
    ['the component', 'pay.ts'],
    ['a cart that changes', 'pay-cart.ts'],
  ] as const) {
    it(`has no fault: Vue, ${name}`, async () => {
      const options = await vueOptionsOf(await sampleAt('/docs/vue', 'JavaScript, Vue’s compiler'));
      await check(file, compileVue(await sampleAt('/docs/vue', `Vue, ${name}`), options));
    });
  }

  it('has no fault: Angular', async () => {
    const options = { ...strictProject(), experimentalDecorators: true };
    await check(
      'pay.component.ts',
      await sampleAt('/docs/angular', 'TypeScript, Angular'),
      options,
    );
  });

  it('has no fault: back office', async () => {
    const office = join(modules, '../demo/back-office');
    const sample = await sampleAt('/docs/back-office', 'TypeScript, start');
    await check('office.ts', sample.replace('./back-office', office), {
      ...strictProject(),
      allowImportingTsExtensions: true,
      types: ['node'],
      typeRoots: [join(modules, '@types')],
      paths: {
        hono: [join(modules, 'hono')],
        '@hono/node-server': [join(modules, '@hono/node-server')],
      },
    });
  });

  it('has no fault: React, in the README', () => check('readme-pay.tsx', readmeSample('tsx')));

  it('has no fault: Vue, in the README', () => {
    const isCustomElement = (tag: string) => tag.startsWith('soft-pull-');
    return check('readme-pay.ts', compileVue(readmeSample('vue'), { isCustomElement }));
  });
});
