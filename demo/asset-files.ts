import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { Hono } from 'hono';
import { etag } from 'hono/etag';
import { html } from 'hono/html';

const types: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
};

/** Where a page finds these style sheets: as one file, for which it waits once. */
export function stylesAddress(names: readonly string[]): string {
  return `/assets/${names.join('+')}.css`;
}

/** Runs these scripts of `/assets`, and fetches what they import beside them, not after them. */
export function moduleTags(names: readonly string[]) {
  const imported = new Set(names.flatMap(importedBy));
  return html`${[...imported].map((name) => html`<link rel="modulepreload" href="/assets/${name}.js" />`)}
    ${names.map((name) => html`<script type="module" src="/assets/${name}.js"></script>`)}`;
}

function importedBy(name: string): string[] {
  const source = readFileSync(assetUrl(`${name}.js`), 'utf8');
  const own = [...source.matchAll(/(?:^import|from) '\.\/([a-z-]+)\.js'/gm)].map(
    ([, imported = '']) => imported,
  );
  return own.flatMap((each) => [each, ...importedBy(each)]);
}

/** The shop's own styles, scripts and pictures. */
export function createAssetFiles(): Hono {
  const app = new Hono();
  app.use(etag());
  app.get('/:name{(themes/)?[a-z-]+(\\+(themes/)?[a-z-]+)*\\.(css|js|svg)}', async (c) => {
    const path = c.req.param('name');
    const dot = path.lastIndexOf('.');
    const [names, extension] = [path.slice(0, dot).split('+'), path.slice(dot + 1)];
    // A name a thousand times over would be an answer of megabytes.
    if (new Set(names).size < names.length) return c.notFound();
    const files = await Promise.all(names.map((name) => readAsset(`${name}.${extension}`)));
    if (files.includes(null)) return c.notFound();
    const type = types[extension] ?? 'text/plain';
    return c.body(files.join('\n'), 200, { 'content-type': type, 'cache-control': 'no-cache' });
  });
  return app;
}

function readAsset(name: string): Promise<string | null> {
  return readFile(assetUrl(name), 'utf8').catch(() => null);
}

function assetUrl(name: string): URL {
  return new URL(`./assets/${name}`, import.meta.url);
}
