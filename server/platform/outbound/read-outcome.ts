import type { Dispatcher } from 'undici';
import { parseStrictJson } from '../http/parse-strict-json.ts';
import type { HttpHeaders, HttpOutcome } from './http-outcome.ts';
import { readReply } from './read-reply.ts';

const jsonType = /^application\/(?:[\w.-]+\+)?json\b/i;
const answerLimits = { depth: 32, keysPerObject: 1_000 };

/** Reads an answer, or says why what came is none. */
export async function readOutcome(
  response: Dispatcher.ResponseData,
  maxBytes: number,
): Promise<HttpOutcome> {
  const { statusCode: status, headers } = response;
  const body = await readJson(response, maxBytes);
  if (status >= 200 && status < 300) {
    return body === undefined
      ? { kind: 'unknown', reason: 'unreadable_answer', status }
      : { kind: 'answered', status, headers, body: body.value };
  }
  const detail = detailOf(body?.value);
  if ((status >= 400 && status < 500) || (status === 503 && detail !== null)) {
    return { kind: 'refused', status, headers, body: body?.value ?? null, detail };
  }
  return { kind: 'unknown', reason: status >= 500 ? 'server_error' : 'unexpected_status', status };
}

async function readJson(
  response: Dispatcher.ResponseData,
  maxBytes: number,
): Promise<{ value: unknown } | undefined> {
  const { headers, statusCode } = response;
  const bytes = await readWhole(response, maxBytes);
  if (bytes === undefined) return undefined;
  if (statusCode === 204 && bytes.byteLength === 0) return { value: null };
  if (!isPlainJson(headers)) return undefined;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return { value: parseStrictJson(text, answerLimits) };
  } catch {
    return undefined;
  }
}

/** The body; undefined when it is longer than `maxBytes` or breaks off. */
async function readWhole(
  { headers, body }: Dispatcher.ResponseData,
  maxBytes: number,
): Promise<Uint8Array | undefined> {
  // The parser holds a server to the length it announced, and one buffer costs less than chunks.
  if (Number(headers['content-length']) <= maxBytes) {
    return body.arrayBuffer().then(
      (buffer) => new Uint8Array(buffer),
      () => undefined,
    );
  }
  const { bytes, isCut } = await readReply(body, maxBytes);
  return isCut ? undefined : bytes;
}

// No encoding was asked for, so a compressed answer is not one that is unpacked here.
function isPlainJson(headers: HttpHeaders): boolean {
  return (
    jsonType.test(String(headers['content-type'])) && headers['content-encoding'] === undefined
  );
}

/** The text of a DetailResponse. */
function detailOf(body: unknown): string | null {
  if (typeof body !== 'object' || body === null || !('detail' in body)) return null;
  return typeof body.detail === 'string' ? body.detail : null;
}
