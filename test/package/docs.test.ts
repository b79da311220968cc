import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { posix } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { docsPages } from '../../demo/docs/docs-routes.ts';
import { packageFile, packageView } from '../../demo/docs/package-docs.ts';
import { integritySchema } from '../../widget/contract/public-information.ts';
import { aShop, BFF, SHOP } from '../demo/demo-shop.ts';
import { isPacked } from '../docs/links.ts';
import { samplesOf } from '../helpers/docs-samples.ts';
import { type InstalledPackage, installPackage } from './installed-package.ts';

const integrity = new URL('../../widget/dist/cdn/integrity.json', import.meta.url);

describe('the documentation in the npm package', () => {
  let installed: InstalledPackage;
  let files: Record<string, string>;

  before(async () => {
    installed = await installPackage();
    const names = (await installed.files()).filter((file) => /\.(?:md|json|css|txt)$/.test(file));
    files = Object.fromEntries(
      await Promise.all(names.map(async (name) => [name, await installed.read(name)] as const)),
    );
  });
  after(() => installed?.remove());

  const guide = (file: string) => files[`dist/docs/${file}`] ?? assert.fail(`no ${file}`);

  for (const { path, title, lead } of docsPages) {
    it(`has “${title}” with the samples that are tested`, async () => {
      const text = guide(packageFile(path));
      assert.ok(text.startsWith(`# ${title}\n\n${lead}\n`));
      const page = await (await aShop().request(path)).text();
      const samples = [...text.matchAll(/^```[^\n]*\n(.*?)\n```$/gms)].map(([, sample]) => sample);
      const asInPackage = samplesOf(page).map((sample) =>
        sample
          .replaceAll(BFF, packageView.bffUrl)
          .replaceAll(SHOP, packageView.shopUrl)
          .replaceAll('pk_sandbox_hillside', packageView.publishableKey),
      );
      assert.deepEqual(samples, asInPackage);
    });
  }

  it('has no link that leads nowhere', () => {
    const dead = Object.entries(files).flatMap(([file, text]) => {
      if (!file.endsWith('.md')) return [];
      const prose = text.replaceAll(/^```.*?^```$/gms, '');
      return [...prose.matchAll(/\]\(([^)#]*)(?:#([^)]+))?\)/g)]
        .filter(([, path = '']) => !/^https:\/\/(?!BFF|SHOP)/.test(path))
        .filter(([, path = '', anchor]) => {
          const target = path === '' ? file : posix.join(posix.dirname(file), path);
          return !isPacked(files, target, anchor);
        })
        .map(([link]) => `${file}: ${link}`);
    });
    assert.deepEqual(dead, []);
  });

  it('is reached from its readme', () => {
    const readme = files['README.md'] ?? '';
    for (const file of ['README', 'server', 'webhooks', 'merchant-api', 'reference', 'testing']) {
      assert.ok(readme.includes(`](dist/docs/${file}.md)`), file);
    }
  });

  it('has the components of React in the language that they are written in', () => {
    const languages = [...guide('react.md').matchAll(/^```(\w+)$/gm)].map(([, name]) => name);
    assert.deepEqual(languages, ['tsx', 'tsx']);
  });

  it('mocks an entry of the package in a component test', () => {
    const [, entry = ''] =
      /vi\.mock\('@soft-pull\/checkout([^']*)'/.exec(guide('testing.md')) ?? [];
    assert.ok(`.${entry}` in installed.exports, entry);
    assert.match(entry, /\.js$/, 'it registers the tag');
  });

  it('names every call of the merchant API in words, and describes it as OpenAPI', () => {
    const { openapi, paths } = JSON.parse(guide('openapi.json'));
    assert.equal(openapi, '3.1.0');
    const words = guide('merchant-api.md');
    const calls = Object.entries(paths as Record<string, object>).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} \`${path}`),
    );
    assert.ok(calls.length > 15);
    const unsaid = calls.filter((call) => !words.includes(call));
    assert.deepEqual(unsaid, []);
  });

  it('lists every file of integrity.json for an inventory of scripts, and no other', async () => {
    const { version, files: built } = integritySchema.parse(
      JSON.parse(await readFile(integrity, 'utf8')),
    );
    const names = Object.keys(built).map((name) =>
      name
        .replace(/^(chunks\/.+)-.{8}\.js$/, '$1-*.js')
        .replace(/^frame\..+\.html$/, 'frame.*.html')
        // Files of earlier versions may stand beside those of this one.
        .replace(/-\d+\.\d+\.\d+\.js$/, `-${version}.js`),
    );
    const listed = [...guide('security.md').matchAll(/^- `([^`]+)`: /gm)].map(([, name]) => name);
    assert.deepEqual(listed.toSorted(), [...new Set(names)].toSorted());
  });
});
