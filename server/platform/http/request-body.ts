import { isUtf8 } from 'node:buffer';
import type { Context, MiddlewareHandler } from 'hono';
import { HttpInputError } from './http-input-error.ts';
import { type JsonLimits, parseStrictJson } from './parse-strict-json.ts';

export interface StrictJsonOptions {
  /** Bytes of the body: 16 kB at the BFF, 256 kB at the lending service. */
  maxBytes: number;
  /** Take form-urlencoded and multipart as flat objects of strings, as if they had been JSON. */
  forms?: boolean;
  /** Of JSON; the usual ones when absent. */
  limits?: JsonLimits;
}

const plainJson = 'application/json';
/** Content codings. Some clients name a charset there, whose bodies are read. */
const compressed = /\b(?:gzip|compress|deflate|br|zstd)\b/i;
const jsonType = /^application\/(?:[\w.-]+\+)?json$/;
const utf8 = new TextDecoder('utf-8', { fatal: true });
const formTypes = new Set(['application/x-www-form-urlencoded', 'multipart/form-data']);

/**
 * Reads the request's body once and strictly; validators after it read the checked value. An empty
 * body counts as `{}`.
 * @throws HttpInputError, which the app answers in its `onError`
 * @example
 * app.use('/api/*', strictJson({ maxBytes: 256_000 }));
 */
export function strictJson({
  maxBytes,
  forms = false,
  limits,
}: StrictJsonOptions): MiddlewareHandler {
  return async function readStrictly(c, next) {
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') {
      const bytes = await readBody(c.req.raw, maxBytes);
      handOn(c, bytes.byteLength === 0 ? {} : await parse(c, bytes, { forms, limits }));
    }
    await next();
  };
}

async function parse(
  c: Context,
  bytes: Uint8Array,
  { forms, limits }: { forms: boolean; limits: JsonLimits | undefined },
): Promise<unknown> {
  if (compressed.test(c.req.header('content-encoding') ?? '')) {
    c.header('accept-encoding', 'identity');
    throw new HttpInputError('unsupported_media_type');
  }
  const header = c.req.header('content-type') ?? '';
  const mediaType = (header.split(';')[0] ?? '').trim().toLowerCase();
  if (jsonType.test(mediaType)) return parseStrictJson(decodeUtf8(bytes), limits);
  if (!forms || !formTypes.has(mediaType)) throw new HttpInputError('unsupported_media_type');
  return readForm(bytes, header);
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new HttpInputError('invalid_text');
  }
}

// Hono would parse the text again, by the reader that this one replaces. Its validators pick by
// content type, and know fewer spellings of JSON: what was read is plain JSON to them.
function handOn(c: Context, value: unknown): void {
  if (c.req.header('content-type') !== plainJson) c.req.raw.headers.set('content-type', plainJson);
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

/** The whole body. Stops reading, with `too_large`, as soon as it is longer than `maxBytes`. */
export async function readBody(request: Request, maxBytes: number): Promise<Uint8Array> {
  const announced = request.headers.get('content-length');
  if (announced !== null && Number(announced) > maxBytes) throw new HttpInputError('too_large');
  try {
    // Node's parser holds a client to the length it announced.
    if (announced !== null) return new Uint8Array(await request.arrayBuffer());
    return request.body ? await readStream(request.body, maxBytes) : new Uint8Array(0);
  } catch (error) {
    if (error instanceof HttpInputError) throw error;
    // The client has gone, or what it sent was no HTTP any more.
    throw new HttpInputError('malformed');
  }
}

async function readStream(body: ReadableStream<Uint8Array>, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.byteLength;
    if (length > maxBytes) throw new HttpInputError('too_large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const maxFields = 100;

/**
 * A form's fields as a flat object of strings. Files, repeated and forbidden names are refused, and
 * text that is not UTF-8.
 */
export async function readForm(
  bytes: Uint8Array,
  contentType: string,
): Promise<Record<string, string>> {
  // The reader of forms puts U+FFFD in place of what is not UTF-8. People paste it as well.
  const isText = isUtf8(bytes) && isUtf8(percentDecoded(bytes, contentType));
  if (!isText) throw new HttpInputError('invalid_text');
  const fields: Record<string, string> = {};
  for (const [name, value] of (await parseForm(bytes, contentType)).entries()) {
    if (typeof value !== 'string') throw new HttpInputError('malformed');
    if (name in Object.prototype || name === 'prototype') throw new HttpInputError('forbidden_key');
    if (Object.hasOwn(fields, name)) throw new HttpInputError('duplicate_key');
    if (`${name}${value}`.includes('\0')) throw new HttpInputError('invalid_text');
    fields[name] = value;
    if (Object.keys(fields).length > maxFields) throw new HttpInputError('too_many_keys');
  }
  return fields;
}

/** The same bytes, unless the form is of the kind that is percent-encoded. */
function percentDecoded(bytes: Uint8Array, contentType: string): Uint8Array {
  if (!/^\s*application\/x-www-form-urlencoded/i.test(contentType)) return bytes;
  const decoded = Buffer.from(bytes)
    .toString('latin1')
    .replaceAll(/%[\da-f]{2}/gi, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16)));
  return Buffer.from(decoded, 'latin1');
}

async function parseForm(bytes: Uint8Array, contentType: string): Promise<FormData> {
  try {
    const response = new Response(Buffer.from(bytes), { headers: { 'content-type': contentType } });
    return await response.formData();
  } catch {
    throw new HttpInputError('malformed');
  }
}
