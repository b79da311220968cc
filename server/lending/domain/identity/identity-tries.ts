import type { CalendarDate } from '../../../platform/calendar/calendar-date.ts';

/** Wrong answers to the identity question that a link takes before it is locked. */
export const TRIES_PER_LINK = 5;
/** Over all links of an application; then it is locked until the next day. */
export const TRIES_PER_DAY = 10;

export interface IdentityTries {
  /** Wrong answers on this link. */
  link_failed_tries: number;
  /** Wrong answers on any link, on `identity_failures_date` in New York. */
  identity_failures: number;
  identity_failures_date: CalendarDate | null;
}

export type IdentityLock = 'link_locked' | 'day_locked' | 'link_and_day_locked';

/** What keeps an answer from being looked at, or null. */
export function lockOf(tries: IdentityTries, today: CalendarDate): IdentityLock | null {
  const isLinkLocked = tries.link_failed_tries >= TRIES_PER_LINK;
  const isDayLocked = failuresOn(tries, today) >= TRIES_PER_DAY;
  if (isLinkLocked && isDayLocked) return 'link_and_day_locked';
  if (isLinkLocked) return 'link_locked';
  return isDayLocked ? 'day_locked' : null;
}

/** The tries after one more wrong answer. */
export function afterWrongAnswer(tries: IdentityTries, today: CalendarDate): IdentityTries {
  return {
    link_failed_tries: tries.link_failed_tries + 1,
    identity_failures: failuresOn(tries, today) + 1,
    identity_failures_date: today,
  };
}

/** How many answers are still looked at today, on this link. */
export function triesLeft(tries: IdentityTries, today: CalendarDate): number {
  const onLink = TRIES_PER_LINK - tries.link_failed_tries;
  const onDay = TRIES_PER_DAY - failuresOn(tries, today);
  return Math.max(0, Math.min(onLink, onDay));
}

function failuresOn(tries: IdentityTries, today: CalendarDate): number {
  return tries.identity_failures_date === today ? tries.identity_failures : 0;
}
