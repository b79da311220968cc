import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { aShop } from '../demo/demo-shop.ts';
import { widgetReadme } from '../docs/read-readme.ts';
import { compileVue, sampleOf, vueOptionsOf } from '../helpers/docs-samples.ts';
import { type InstalledPackage, installPackage } from './installed-package.ts';
import { strictProject, tsc } from './strict-project.ts';

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
  let page: string;

  before(async () => {
    installed = await installPackage();
    page = await (await aShop().request('/docs')).text();
  });
  after(() => installed?.remove());

  /** Compiles it against the package as its reader has it. */
  async function check(file: string, source: string): Promise<void> {
    const project = join(installed.folder, `tsconfig.${file}.json`);
    await writeFile(join(installed.folder, file), source);
    const settings = { compilerOptions: strictProject(), files: [file] };
    await writeFile(project, JSON.stringify(settings));
    await installed.node(tsc, '--project', project);
  }

  it('has no fault: npm', () => check('npm.ts', sampleOf(page, 'JavaScript, npm')));

  it('has no fault: React', () => check('pay.tsx', sampleOf(page, 'TypeScript, React')));

  it('has no fault: Vue', async () => {
    const options = await vueOptionsOf(sampleOf(page, 'JavaScript, Vue’s compiler'));
    await check('pay.ts', compileVue(sampleOf(page, 'Vue'), options));
  });

  it('has no fault: React, in the README', () => check('readme-pay.tsx', readmeSample('tsx')));

  it('has no fault: Vue, in the README', () => {
    const isCustomElement = (tag: string) => tag.startsWith('soft-pull-');
    return check('readme-pay.ts', compileVue(readmeSample('vue'), { isCustomElement }));
  });
});
