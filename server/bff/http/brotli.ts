import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { Context } from 'hono';
import { accepts } from 'hono/accepts';

const compress = promisify(brotliCompress);
const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };

/** For content that is compressed once and sent to everybody: no secrets, nothing of the caller. */
export async function brotli(bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await compress(bytes, { params }));
}

export function acceptsBrotli(c: Context): boolean {
  return accepts(c, { header: 'Accept-Encoding', supports: ['br'], default: 'identity' }) === 'br';
}
