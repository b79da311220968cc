import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { type Context, Hono } from 'hono';
import { acceptsBrotli, brotli } from '../brotli.ts';
import { BffError } from '../errors.ts';
import type { BffEnv } from '../http-env.ts';

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.css': 'text/css; charset=utf-8',
  '.map': 'application/json',
};

/** Names of the entry files stay the same from build to build, those of the chunks do not. */
const entryCaching = 'no-cache';
const chunkCaching = 'public, max-age=31536000, immutable';

interface Asset {
  modifiedMs: number;
  type: string;
  etag: string;
  plain: Uint8Array<ArrayBuffer>;
  brotli: Uint8Array<ArrayBuffer>;
}

/** The script-tag files of the widget: `/soft-pull-checkout.js`, `/chunks/…`, `/integrity.json`. */
export function assetRoutes(folder: string): Hono<BffEnv> {
  const assets = new Assets(folder);
  const app = new Hono<BffEnv>();
  for (const name of ['soft-pull-checkout.js', 'integrity.json']) {
    app.get(`/${name}`, (c) => assets.answer(c, name, entryCaching));
  }
  app.get('/chunks/:name{[A-Za-z0-9_-][A-Za-z0-9._-]*}', (c) =>
    assets.answer(c, `chunks/${c.req.param('name')}`, chunkCaching),
  );
  return app;
}

class Assets {
  readonly #folder: string;
  readonly #known = new Map<string, Asset>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** @throws BffError `not_found` */
  async answer(c: Context, name: string, caching: string): Promise<Response> {
    const asset = await this.#load(name);
    if (asset === undefined) throw new BffError('not_found');
    const headers = {
      'content-type': asset.type,
      'cache-control': caching,
      etag: asset.etag,
      vary: 'accept-encoding',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    };
    if (c.req.header('if-none-match') === asset.etag) return c.body(null, 304, headers);
    if (!acceptsBrotli(c)) return c.body(asset.plain, 200, headers);
    return c.body(asset.brotli, 200, { ...headers, 'content-encoding': 'br' });
  }

  async #load(name: string): Promise<Asset | undefined> {
    const path = join(this.#folder, name);
    const modifiedMs = await stat(path).then(
      (found) => (found.isFile() ? found.mtimeMs : undefined),
      () => undefined,
    );
    if (modifiedMs === undefined) return undefined;
    const known = this.#known.get(name);
    if (known?.modifiedMs === modifiedMs) return known;
    const plain = new Uint8Array(await readFile(path));
    const asset: Asset = {
      modifiedMs,
      type: types[extname(name)] ?? 'application/octet-stream',
      etag: `"${createHash('sha256').update(plain).digest('base64url')}"`,
      plain,
      brotli: await brotli(plain),
    };
    this.#known.set(name, asset);
    return asset;
  }
}
