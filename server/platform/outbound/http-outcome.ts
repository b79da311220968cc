/**
 * What became of a call.
 * - `answered`: 2xx with JSON; a number that a double cannot hold is the text that was written.
 * - `refused`: 4xx, or 503 with a DetailResponse. The other side says that nothing happened.
 * - `not_sent`: nothing left this machine.
 * - `unknown`: the other side may or may not have acted; a POST is then never repeated blindly.
 */
export type HttpOutcome =
  | { kind: 'answered'; status: number; headers: HttpHeaders; body: unknown }
  | { kind: 'refused'; status: number; headers: HttpHeaders; body: unknown; detail: string | null }
  | { kind: 'not_sent'; reason: NotSentReason; code?: string }
  | { kind: 'unknown'; reason: UnknownReason; status?: number; code?: string };

/** The service does not take the client's credentials: as long as that is so, no call can succeed. */
export function isUnauthorized(outcome: HttpOutcome): boolean {
  return outcome.kind === 'refused' && outcome.status === 401;
}

export type HttpHeaders = Record<string, string | string[] | undefined>;

export type NotSentReason = 'no_connection' | 'breaker_open' | 'overloaded' | 'timeout';

export type UnknownReason =
  | 'timeout'
  | 'connection_lost'
  | 'server_error'
  | 'unexpected_status'
  | 'unreadable_answer';
