import { addDays, type CalendarDate } from '../../platform/calendar/calendar-date.ts';
import { easternInstant } from '../../platform/calendar/eastern-time.ts';
import { dayMs, minuteMs, secondMs } from '../../platform/durations.ts';

/** Wrong answers to the identity question that a link takes before it is locked. */
export const TRIES_PER_LINK = 5;

/** Over all links of an application; then it is locked until the next day. */
const triesPerDay = 10;

/** In the life of an application, over all its links; then only mailed links take answers. */
const triesPerApplication = 20;
const mailedLinksPerDay = 3;

export interface IdentityTries {
  /** Wrong answers on this link. */
  link_failed_tries: number;
  /** The link was sent to the consumer's own e-mail and nowhere else. */
  is_mailed: boolean;
  /** Wrong answers on any link, on `identity_failures_date` in New York. */
  identity_failures: number;
  identity_failures_date: CalendarDate | null;
  /** Wrong answers on any link, ever. */
  identity_failures_total: number;
}

type DayTries = Pick<IdentityTries, 'identity_failures' | 'identity_failures_date'>;

export type IdentityLock = 'link_locked' | 'day_locked' | 'link_and_day_locked';

/** What keeps an answer from being compared, or null. */
export function lockOf(tries: IdentityTries, today: CalendarDate): IdentityLock | null {
  const isOnDay = isDayLocked(tries, today);
  if (isLinkLocked(tries)) return isOnDay ? 'link_and_day_locked' : 'link_locked';
  return isOnDay ? 'day_locked' : null;
}

/** True if no link of the application takes an answer on this day. */
export function isDayLocked(tries: DayTries, today: CalendarDate): boolean {
  return failuresOn(tries, today) >= triesPerDay;
}

/** When the links of an application that is locked for a day take answers again (epoch ms). */
export function dayLockEnd(today: CalendarDate): number {
  return easternInstant(addDays(today, 1), 0);
}

/** True if the link takes no answer on any day. */
export function isLinkLocked({
  link_failed_tries,
  is_mailed,
  identity_failures_total,
}: Pick<IdentityTries, 'link_failed_tries' | 'is_mailed' | 'identity_failures_total'>): boolean {
  if (link_failed_tries >= TRIES_PER_LINK) return true;
  return !is_mailed && identity_failures_total >= triesPerApplication;
}

/** The tries after one more wrong answer. */
export function afterWrongAnswer(tries: IdentityTries, today: CalendarDate): IdentityTries {
  return {
    ...tries,
    link_failed_tries: tries.link_failed_tries + 1,
    identity_failures: failuresOn(tries, today) + 1,
    identity_failures_date: today,
    identity_failures_total: tries.identity_failures_total + 1,
  };
}

/** How many answers are still compared today, on this link. */
export function triesLeft(tries: IdentityTries, today: CalendarDate): number {
  const onLink = TRIES_PER_LINK - tries.link_failed_tries;
  const onDay = triesPerDay - failuresOn(tries, today);
  const inAll = tries.is_mailed
    ? Number.POSITIVE_INFINITY
    : triesPerApplication - tries.identity_failures_total;
  return Math.max(0, Math.min(onLink, onDay, inAll));
}

/** True if one more link may be mailed, after those that were mailed then (epoch ms). */
export function mayMailLink(mailedAt: readonly number[], now: number): boolean {
  return mailedAt.filter((at) => now < at + dayMs).length < mailedLinksPerDay;
}

function failuresOn(tries: DayTries, today: CalendarDate): number {
  return tries.identity_failures_date === today ? tries.identity_failures : 0;
}

/** How long a one-time code is taken from its sending. */
const codeMs = 10 * minuteMs;

/** Wrong answers that a code takes; a step-up takes no more over all its codes. */
export const TRIES_PER_CODE = 5;

/** With the tries of each, they limit what can be guessed, and what one person is sent. */
const codesPerDay = 5;

/** Who asks for a code again within it has pressed the button twice. */
const betweenCodesMs = 10 * secondMs;

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
  const isLive = !isCodeOver(newest.sent_at, now) && newest.failed_tries < TRIES_PER_CODE;
  return isLive ? newest : undefined;
}

/** True if the code that is taken now was sent so lately that no other is sent. */
export function isJustSent(codes: readonly SentCode[], now: number): boolean {
  const live = liveCode(codes, now);
  return live !== undefined && now < live.sent_at + betweenCodesMs;
}

/** True if a code that was sent then (epoch ms) is too old to be taken. */
export function isCodeOver(sentAt: number, now: number): boolean {
  return now >= sentAt + codeMs;
}

/** Wrong answers that a step-up still takes, over all its codes; the last one declines the loan. */
export function codeTriesLeft(codes: readonly Pick<SentCode, 'failed_tries'>[]): number {
  return codes.reduce((left, { failed_tries }) => left - failed_tries, TRIES_PER_CODE);
}

/** True if one more one-time code may be sent, after those that were sent then (epoch ms). */
export function maySendCode(sentAt: readonly number[], now: number): boolean {
  return sentAt.filter((at) => now < at + dayMs).length < codesPerDay;
}
