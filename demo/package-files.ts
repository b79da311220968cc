import { readFile } from 'node:fs/promises';
import { Hono } from 'hono';

/** Folders of the packages that the import map names. */
const folders: ReadonlyMap<string, URL> = new Map(
  Object.entries({
    checkout: '../widget/dist/npm/',
    lit: '../node_modules/lit/',
    'lit-element': '../node_modules/lit-element/',
    'lit-html': '../node_modules/lit-html/',
    'reactive-element': '../node_modules/@lit/reactive-element/',
    zod: '../node_modules/zod/',
  }).map(([name, path]) => [name, new URL(path, import.meta.url)]),
);

/** The scripts of those packages, and nothing else of them. */
export function createPackageFiles(): Hono {
  const app = new Hono();
  app.get('/:package/:file{.+\\.js}', async (c) => {
    const folder = folders.get(c.req.param('package'));
    const file = folder && URL.parse(c.req.param('file'), folder.href);
    const isInside = file?.href.startsWith(folder?.href ?? '') ?? false;
    const body = file && isInside ? await readFile(file).catch(() => null) : null;
    if (body === null) return c.notFound();
    return c.body(body, 200, {
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'no-cache',
    });
  });
  return app;
}
