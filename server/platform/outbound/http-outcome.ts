import { looseLimits, parseStrictJson } from '../http/parse-strict-json.ts';
import type { HttpHeaders, Reply } from './exchange.ts';

/**
 * What became of a call.
 * - `answered`: 2xx with JSON; a number that a double cannot hold is the text that was written.
 * - `refused`: 4xx, or 503 with a DetailResponse. The other side says that nothing happened.
 * - `not_sent`: nothing left this machine.
 * - `unknown`: the other side may or may not have acted; a POST is then never repeated blindly.
 *   `isEmpty`: it is a whole 2xx without a body. `isTooLong`: one with more than is read of a body.
 */
export type HttpOutcome =
  | { kind: 'answered'; status: number; headers: HttpHeaders; body: unknown }
  | { kind: 'refused'; status: number; headers: HttpHeaders; body: unknown; detail: string | null }
  | { kind: 'not_sent'; reason: NotSentReason; code?: string }
  | {
      kind: 'unknown';
      reason: UnknownReason;
      status?: number;
      code?: string;
      isEmpty?: true;
      isTooLong?: true;
    };

/** The service does not take the client's credentials: as long as that is so, no call can succeed. */
export function isUnauthorized(outcome: HttpOutcome): boolean {
  return outcome.kind === 'refused' && outcome.status === 401;
}

/** What the breaker counts as a failure: the service is not there, or not well. */
export function isFailure(outcome: HttpOutcome): boolean {
  switch (outcome.kind) {
    case 'answered':
      return false;
    case 'refused':
      return outcome.status === 503 || outcome.status === 429 || isUnauthorized(outcome);
    case 'not_sent':
      return outcome.reason === 'no_connection';
    case 'unknown':
      return outcome.isTooLong !== true;
  }
}

export type NotSentReason = 'no_connection' | 'breaker_open' | 'overloaded' | 'timeout';

export type UnknownReason =
  | 'timeout'
  | 'connection_lost'
  | 'server_error'
  | 'unexpected_status'
  | 'unreadable_answer';

const jsonType = /^application\/(?:[\w.-]+\+)?json\b/i;
const problemType = /^application\/problem\+json\b/i;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Reads an answer, or says why what came is none. */
export function readOutcome(reply: Reply): HttpOutcome {
  const { status, headers } = reply;
  const body = readJson(reply);
  if (status >= 200 && status < 300) {
    if (body !== undefined) return { kind: 'answered', status, headers, body: body.value };
    const { isTooLong } = reply;
    const isEmpty = !reply.isCut && reply.bytes.byteLength === 0;
    const why = { ...(isEmpty && { isEmpty }), ...(isTooLong && { isTooLong }) };
    return { kind: 'unknown', reason: 'unreadable_answer', status, ...why };
  }
  const detail = detailOf(headers, body?.value);
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
    return { value: parseStrictJson(utf8.decode(bytes), looseLimits) };
  } catch {
    return undefined;
  }
}

// Only `identity` was asked for: a compressed answer is not unpacked here.
function isPlainJson(headers: HttpHeaders): boolean {
  const { 'content-type': type, 'content-encoding': coding = 'identity' } = headers;
  return jsonType.test(String(type)) && coding === 'identity';
}

/** The text of a DetailResponse. A problem document (RFC 9457) has one too, and gateways write it. */
function detailOf({ 'content-type': type }: HttpHeaders, body: unknown): string | null {
  if (problemType.test(String(type))) return null;
  if (typeof body !== 'object' || body === null || !('detail' in body)) return null;
  return typeof body.detail === 'string' ? body.detail : null;
}
