import { minuteMs } from '../../platform/durations.ts';

const idleMs = 30 * minuteMs;
const lifetimeMs = 2 * 60 * minuteMs;

/** How many tokens of one checkout are good at a time; the one used longest ago goes first. */
export const maxLiveSessions = 5;

/**
 * How many tokens that have ended a checkout remembers: a page that slept for long gets
 * `token_expired`, after which it resumes by its handle, and not `unauthorized`.
 */
export const maxEndedSessions = 100;

/** A use is recorded at most this often, so that a read does not cost a write. */
export const touchEveryMs = minuteMs;

/** One bearer token of a checkout; epoch milliseconds. */
export interface SessionTimes {
  readonly createdAt: number;
  readonly usedAt: number;
}

/** Whether a token is still good: used within 30 minutes and made within 2 hours. */
export function isLiveSession({ createdAt, usedAt }: SessionTimes, now: number): boolean {
  return now < usedAt + idleMs && now < createdAt + lifetimeMs;
}

/** Whether a token was ended before its time, by those of later pages or with its checkout. */
export function isRevokedSession({ usedAt }: SessionTimes): boolean {
  return usedAt === 0;
}

/** When a token made then ends, however much it is used. */
export function endOfSession({ createdAt }: SessionTimes): number {
  return createdAt + lifetimeMs;
}
