import { Socket } from 'node:net';
import type pg from 'pg';

/** PostgreSQL said nothing for as long as an answer may take, and its connection was given up. */
export class SilentServerError extends Error {
  override readonly name = 'SilentServerError';
  readonly code = 'ETIMEDOUT';
}

/**
 * Gives up a connection on which nothing comes for `ms` milliseconds while an answer is awaited:
 * those who wait for it fail of a SilentServerError. pg's `query_timeout` would be a timer for each
 * statement; this is the socket's own, which begins anew with whatever is sent or comes.
 */
export function giveUpWhenSilent(
  { stream }: pg.Connection,
  ms: number,
  isAnswerAwaited: () => boolean,
): void {
  if (!(stream instanceof Socket)) return;
  stream.setTimeout(ms).on('timeout', () => {
    if (!isAnswerAwaited()) return;
    const { bytesRead } = stream;
    // When it was this process that stood still, the answer has come and is read before this.
    setImmediate(() => {
      if (!isAnswerAwaited() || stream.bytesRead > bytesRead) return;
      stream.destroy(new SilentServerError(`PostgreSQL said nothing for ${ms} ms`));
    });
  });
}
