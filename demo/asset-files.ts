import { readFile } from 'node:fs/promises';
import { Hono } from 'hono';

const types: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
};

/** The shop's own styles, scripts and pictures. */
export function createAssetFiles(): Hono {
  const app = new Hono();
  app.get('/:name{(themes/)?[a-z-]+\\.(css|js|svg)}', async (c) => {
    const name = c.req.param('name');
    const body = await readFile(new URL(`./assets/${name}`, import.meta.url)).catch(() => null);
    if (body === null) return c.notFound();
    const type = types[name.slice(name.lastIndexOf('.') + 1)] ?? 'text/plain';
    return c.body(body, 200, { 'content-type': type, 'cache-control': 'no-cache' });
  });
  return app;
}
