import { parseStrictJson } from '../http/parse-strict-json.ts';
import type { Reply } from './exchange.ts';
import type { HttpHeaders, HttpOutcome } from './http-outcome.ts';

const jsonType = /^application\/(?:[\w.-]+\+)?json\b/i;
const answerLimits = { depth: 32, keysPerObject: 1_000, keepsNumbers: true };
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Reads an answer, or says why what came is none. */
export function readOutcome(reply: Reply): HttpOutcome {
  const { status, headers } = reply;
  const body = readJson(reply);
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

function readJson({ status, headers, bytes, isCut }: Reply): { value: unknown } | undefined {
  if (isCut) return undefined;
  if (status === 204 && bytes.byteLength === 0) return { value: null };
  if (!isPlainJson(headers)) return undefined;
  try {
    return { value: parseStrictJson(utf8.decode(bytes), answerLimits) };
  } catch {
    return undefined;
  }
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
