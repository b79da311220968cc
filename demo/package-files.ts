import { readFile } from 'node:fs/promises';
import { Hono } from 'hono';

/** Folders of the packages that the import map names. */
const folders: Readonly<Record<string, URL>> = {
  checkout: new URL('../widget/dist/npm/', import.meta.url),
  lit: new URL('../node_modules/lit/', import.meta.url),
  'lit-element': new URL('../node_modules/lit-element/', import.meta.url),
  'lit-html': new URL('../node_modules/lit-html/', import.meta.url),
  'reactive-element': new URL('../node_modules/@lit/reactive-element/', import.meta.url),
  zod: new URL('../node_modules/zod/', import.meta.url),
};

/** The scripts of those packages, and nothing else of them. */
export function createPackageFiles(): Hono {
  const app = new Hono();
  app.get('/:package/:file{.+\\.js}', async (c) => {
    const folder = folders[c.req.param('package')];
    const file = folder && new URL(c.req.param('file'), folder);
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
