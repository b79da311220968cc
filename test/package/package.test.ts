import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { publint } from 'publint';
import { type InstalledPackage, installPackage, others } from './installed-package.ts';
import { modules, strictProject, tsc } from './strict-project.ts';

const attw = join(modules, '@arethetypeswrong/cli/dist/index.js');

describe('the npm package, installed into an empty folder', () => {
  let installed: InstalledPackage;

  before(async () => {
    installed = await installPackage();
  });
  after(() => installed?.remove());

  it('has what is built, a readme and a licence, and no sources', async () => {
    const files = await installed.files();
    const folders = new Set(files.map((file) => file.split('/').slice(0, -1)[0] ?? file));
    assert.deepEqual([...folders].sort(), ['LICENSE', 'README.md', 'dist', 'package.json']);
    assert.deepEqual(
      files.filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts')),
      [],
    );
    const readme = await installed.read('README.md');
    const named = /(node_modules\/)?@soft-pull\/checkout(\/[\w./-]+)?/g;
    for (const [, folder, path = ''] of readme.matchAll(named)) {
      const isThere = folder ? files.includes(path.slice(1)) : `.${path}` in installed.exports;
      assert.ok(isThere, path);
    }
  });

  it('has the licence of each package that its scripts contain, and says where', async () => {
    const file = 'dist/cdn/third-party-licenses.txt';
    assert.match(await installed.read('README.md'), new RegExp(`\\]\\(${file}\\)`));
    const licences = await installed.read(file);
    const named = [...licences.matchAll(/^## (\S+) - /gm)].map(([, name]) => name);
    assert.deepEqual(named.toSorted(), others.toSorted());
    for (const name of others) {
      const licence = await readFile(join(modules, name, 'LICENSE'), 'utf8');
      assert.match(licence, /Copyright \(c\)/, name);
      assert.ok(licences.includes(licence.trim()), name);
    }
  });

  it('names ranges of Lit and zod, so that a page has one copy of each', async () => {
    const { dependencies } = JSON.parse(await installed.read('package.json'));
    assert.deepEqual(Object.keys(dependencies), ['lit', 'zod']);
    for (const range of Object.values(dependencies)) assert.match(`${range}`, /^\^\d+\.\d+\.0$/);
  });

  it('is as publint wants it', async () => {
    const tarball = new Uint8Array(await readFile(installed.tarball)).buffer;
    const { messages } = await publint({ pack: { tarball }, strict: true });
    assert.deepEqual(messages, []);
  });

  it('has types that every module resolution finds', async () => {
    await installed.node(attw, installed.tarball, '--profile', 'esm-only', '--no-color');
  });

  it('registers nothing and needs no browser when its root is imported', async () => {
    const printed = await installed.node(
      '--input-type=module',
      '--eval',
      `const before = Object.getOwnPropertyNames(globalThis).length;
      const names = Object.keys(await import('@soft-pull/checkout'));
      const added = Object.getOwnPropertyNames(globalThis).length - before;
      console.log(JSON.stringify({ names, added, registry: typeof customElements }));`,
    );
    const { names, added, registry } = JSON.parse(printed);
    assert.ok(names.includes('SoftPullCheckout'));
    assert.equal(added, 0);
    assert.equal(registry, 'undefined');
  });

  it('can be imported by its registering entries on a server, where they do nothing', async () => {
    const printed = await installed.node(
      '--input-type=module',
      '--eval',
      `await import('@soft-pull/checkout/soft-pull-checkout.js');
      await import('@soft-pull/checkout/soft-pull-message.js');
      console.log(typeof customElements);`,
    );
    assert.equal(printed, 'undefined\n');
  });

  it('has its manifest and the editors’ data', async () => {
    for (const file of ['custom-elements', 'html-custom-data', 'css-custom-data']) {
      const printed = await installed.node(
        '--input-type=module',
        '--eval',
        `import data from '@soft-pull/checkout/${file}.json' with { type: 'json' };
        console.log(JSON.stringify(data));`,
      );
      assert.match(printed, /"soft-pull-checkout"|"--soft-pull-accent"/);
    }
  });

  const compiled = [
    { name: 'plain TypeScript, Vue and Svelte', files: ['page.ts', 'vue.ts', 'svelte.ts'] },
    { name: 'React 19', files: ['react.tsx'], react: '@types/react' },
    { name: 'React 18', files: ['react-18.tsx'], react: 'types-react-18' },
  ];
  for (const { name, files, react = '@types/react' } of compiled) {
    it(`has types for ${name}`, async () => {
      const path = join(installed.folder, `tsconfig.${files[0]}.json`);
      await writeFile(path, JSON.stringify({ compilerOptions: strictProject(react), files }));
      await installed.node(tsc, '--project', path);
    });
  }
});
