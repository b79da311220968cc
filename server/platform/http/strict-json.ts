import type { Context, MiddlewareHandler } from 'hono';
import { HttpInputError } from './http-input-error.ts';
import { parseStrictJson } from './parse-strict-json.ts';
import { readBody } from './read-body.ts';
import { readForm } from './read-form.ts';

export interface StrictJsonOptions {
  /** Bytes of the body: 16 kB at the BFF, 256 kB at the lending service. */
  maxBytes: number;
  /** Take form-urlencoded and multipart as flat objects of strings, as if they had been JSON. */
  forms?: boolean;
}

const jsonType = /^application\/(?:[\w.-]+\+)?json$/;
const utf8 = new TextDecoder('utf-8', { fatal: true });
const formTypes = new Set(['application/x-www-form-urlencoded', 'multipart/form-data']);

/**
 * Reads the request's body once and strictly; validators after it read the checked value.
 * An empty body counts as `{}`. Throws an HttpInputError, which the app answers in its `onError`.
 *
 * @example
 * app.use('/api/*', strictJson({ maxBytes: 256_000 }));
 */
export function strictJson({ maxBytes, forms = false }: StrictJsonOptions): MiddlewareHandler {
  return async function readStrictly(c, next) {
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') {
      const bytes = await readBody(c.req.raw, maxBytes);
      handOn(c, bytes.byteLength === 0 ? nothing(c) : await parse(c, bytes, forms));
    }
    await next();
  };
}

function nothing(c: Context): object {
  readAsJson(c);
  return {};
}

async function parse(c: Context, bytes: Uint8Array, forms: boolean): Promise<unknown> {
  const header = c.req.header('content-type') ?? '';
  const mediaType = (header.split(';')[0] ?? '').trim().toLowerCase();
  if (jsonType.test(mediaType)) return parseStrictJson(decodeUtf8(bytes));
  if (!forms || !formTypes.has(mediaType)) throw new HttpInputError('unsupported_media_type');
  const fields = await readForm(bytes, header);
  readAsJson(c);
  return fields;
}

/**
 * Hono's validators pick by content type, and read what has none: from here on there is nothing more
 * to read, and what was read is JSON.
 */
function readAsJson(c: Context): void {
  const headers = new Headers(c.req.raw.headers);
  headers.set('content-type', 'application/json');
  c.req.raw = new Request(c.req.url, { method: c.req.method, headers });
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new HttpInputError('invalid_text');
  }
}

// Hono would parse the text again, by the reader that this one replaces.
function handOn(c: Context, value: unknown): void {
  c.req.json = resolving(() => value as never);
  c.req.text = resolving(() => JSON.stringify(value));
}

/**
 * Makes the function in a call of its own: one that is written where it is assigned to a property V8
 * takes for long-lived, and keeps all of the request that it reaches until a full collection.
 */
function resolving<Value>(value: () => Value): () => Promise<Value> {
  return () => Promise.resolve(value());
}
