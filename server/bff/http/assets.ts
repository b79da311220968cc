import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { Context } from 'hono';
import { accepts } from 'hono/accepts';
import { answerHeader } from '../../platform/http/answer-header.ts';
import { BffError } from '../errors.ts';

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.map': 'application/json',
  '.txt': 'text/plain; charset=utf-8',
};

/** Scripts are for every page. */
const anyPage = { 'access-control-allow-origin': '*' };

/** What is sent as it is to everybody, compressed once. */
export interface Asset {
  type: string;
  etag: string;
  plain: Uint8Array<ArrayBuffer>;
  brotli: Uint8Array<ArrayBuffer>;
}

/** The files of a folder, each read and compressed once. */
export class Assets {
  readonly #folder: string;
  readonly #known = new Map<string, { modifiedMs: number; asset: Promise<Asset> }>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** @throws BffError `not_found` */
  async answer(
    c: Context,
    name: string,
    caching: string,
    more: Readonly<Record<string, string>> = anyPage,
  ): Promise<Response> {
    const asset = await this.read(name);
    if (asset === undefined) throw new BffError('not_found');
    return sendAsset(c, asset, caching, more);
  }

  /** Reads it again when it has changed. */
  async read(name: string): Promise<Asset | undefined> {
    const path = join(this.#folder, name);
    const modifiedMs = await stat(path).then(
      (found) => (found.isFile() ? found.mtimeMs : undefined),
      () => undefined,
    );
    if (modifiedMs === undefined) return undefined;
    const known = this.#known.get(name);
    if (known?.modifiedMs === modifiedMs) return known.asset;
    const asset = makeAsset(extname(name), new Uint8Array(await readFile(path)));
    this.#known.set(name, { modifiedMs, asset });
    return asset;
  }
}

/** @param extension such as `.js` */
export async function makeAsset(extension: string, plain: Uint8Array<ArrayBuffer>): Promise<Asset> {
  return {
    type: types[extension] ?? 'application/octet-stream',
    // Weak, as it stands for both encodings (RFC 9110, section 8.8.3).
    etag: `W/"${createHash('sha256').update(plain).digest('base64url')}"`,
    plain,
    brotli: await brotli(plain),
  };
}

const compress = promisify(brotliCompress);
const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };

/** For content that is compressed once and sent to everybody: no secrets, nothing of the caller. */
export async function brotli(bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await compress(bytes, { params }));
}

export function sendAsset(
  c: Context,
  asset: Asset,
  caching: string,
  more: Readonly<Record<string, string>>,
): Response {
  const headers = {
    'content-type': asset.type,
    'cache-control': caching,
    etag: asset.etag,
    'cross-origin-resource-policy': 'cross-origin',
    ...more,
  };
  answerHeader(c, 'vary', 'accept-encoding', { append: true });
  if (isKnown(c, asset)) return c.body(null, 304, headers);
  if (!acceptsBrotli(c)) return c.body(asset.plain, 200, headers);
  return c.body(asset.brotli, 200, { ...headers, 'content-encoding': 'br' });
}

/** The weak comparison (RFC 9110, section 13.1.2): of one tag, of a list, or of any. */
function isKnown(c: Context, { etag }: Asset): boolean {
  const known = c.req.header('if-none-match') ?? '';
  const tags = known.match(/"[^"]*"/g) ?? [];
  return known === '*' || tags.some((tag) => etag === `W/${tag}`);
}

function acceptsBrotli(c: Context): boolean {
  return accepts(c, { header: 'Accept-Encoding', supports: ['br'], default: 'identity' }) === 'br';
}

/** The inline styles or scripts of a document, as its policy names them. */
export function hashesOf(html: string, inline: RegExp): string {
  const hashes = Array.from(html.matchAll(inline), ([, text = '']) => {
    return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  });
  return hashes.join(' ');
}
