import { minuteMs, dayMs } from '../../../platform/durations.ts';

/** How long a code is taken from its sending. */
const CODE_MS = 10 * minuteMs;

/** Wrong answers that a code takes; a step-up takes no more over all its codes. */
export const TRIES_PER_CODE = 5;

interface SentCode {
  generation: number;
  failed_tries: number;
  /** Epoch milliseconds. */
  sent_at: number;
  used_at: number | null;
}

/** The code that is taken now, of all that were sent, the newest first; undefined for none. */
export function liveCode<Code extends SentCode>(
  codes: readonly Code[],
  now: number,
): Code | undefined {
  const [newest] = codes;
  if (newest === undefined || newest.used_at !== null) return undefined;
  const isLive = now < newest.sent_at + CODE_MS && newest.failed_tries < TRIES_PER_CODE;
  return isLive ? newest : undefined;
}

/** With the tries of each, they limit what can be guessed, and what one person is sent. */
const CODES_PER_DAY = 5;

/** Whether one more one-time code may be sent, after those that were sent then (epoch ms). */
export function maySendCode(sentAt: readonly number[], now: number): boolean {
  return sentAt.filter((at) => now < at + dayMs).length < CODES_PER_DAY;
}
