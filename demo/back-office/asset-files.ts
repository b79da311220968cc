import { readFile } from 'node:fs/promises';
import { Hono } from 'hono';
import { etag } from 'hono/etag';

const script = 'text/javascript; charset=utf-8';
const style = 'text/css; charset=utf-8';

/** What the pages load, by name: the back office's own files, and the plotting library's. */
const files: ReadonlyMap<string, readonly [type: string, url: string]> = new Map([
  ['office.css', [style, new URL('./assets/office.css', import.meta.url).href]],
  ['live.js', [script, new URL('./assets/live.js', import.meta.url).href]],
  ['copy.js', [script, new URL('./assets/copy.js', import.meta.url).href]],
  ['charts.js', [script, new URL('./assets/charts.js', import.meta.url).href]],
  ['uplot.js', [script, import.meta.resolve('uplot/dist/uPlot.esm.js')]],
  ['uplot.css', [style, import.meta.resolve('uplot/dist/uPlot.min.css')]],
]);

export function assetFiles(): Hono {
  const app = new Hono();
  app.use(etag());
  app.get('/:name', async (c) => {
    const file = files.get(c.req.param('name'));
    if (file === undefined) return c.notFound();
    const [type, url] = file;
    const body = await readFile(new URL(url), 'utf8');
    return c.body(body, 200, { 'content-type': type, 'cache-control': 'no-cache' });
  });
  return app;
}
