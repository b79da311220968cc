import { dayMs } from '../../../platform/durations.ts';

const REVIEW_MS = 14 * dayMs;

/**
 * When a review that begins now (epoch ms) ends by itself (lending decisions, 6.4): after 14 days,
 * or with the offers that it holds up.
 */
export function reviewDeadline(now: number, offersExpireAt: number | null): number {
  return Math.min(now + REVIEW_MS, offersExpireAt ?? Number.POSITIVE_INFINITY);
}
