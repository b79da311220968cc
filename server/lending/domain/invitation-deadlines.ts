import type { InvitationStatus } from '../../lending-api/statuses.ts';
import { addDays, type CalendarDate } from '../../platform/calendar/calendar-date.ts';
import { easternDate, easternInstant } from '../../platform/calendar/eastern-time.ts';
import { dayMs, hourMs, minuteMs } from '../../platform/durations.ts';

const lifetimeMs = 30 * dayMs;
const farthestActivationDays = 90;

/** When an invitation can be opened from and until; epoch ms. */
interface InvitationDeadlines {
  activates_at: number;
  expires_at: number;
}

/** Hawaii, where a day ends last of all states, has no summer time. */
const hawaiiBehindUtcMs = 10 * hourMs;

/**
 * True if an invitation may be made now for that day: from today, which it is while it is today in
 * a state, to 90 days on.
 */
export function canActivateOn(date: CalendarDate, now: number): boolean {
  const earliest = new Date(now - hawaiiBehindUtcMs).toISOString().slice(0, 10);
  return date >= earliest && date <= addDays(easternDate(now), farthestActivationDays);
}

/**
 * The deadlines of an invitation made now: its link opens at the start of its day in
 * America/New_York, at once without one, and lives 30 days from then.
 */
export function invitationDeadlines(
  activateDate: CalendarDate | null,
  now: number,
): InvitationDeadlines {
  const day = activateDate === null ? now : easternInstant(activateDate, 0);
  const activates_at = Math.max(day, now);
  return { activates_at, expires_at: activates_at + lifetimeMs };
}

/** Hours in New York: from 8:00 in Hawaii, before 20:00 in the east. */
const textedFromHour = 14;
const textedUntilHour = 20;

/**
 * When an invitation that waited until an instant can leave: an e-mail at once, an SMS at an hour
 * that is daytime in every state, wherever the consumer is (47 CFR 64.1200(c)(1) and state laws).
 */
export function invitationLeavesAt({ phone }: { phone: string | null }, from: number): number {
  if (phone === null) return from;
  const day = easternDate(from);
  if (from >= easternInstant(day, textedUntilHour)) {
    return easternInstant(addDays(day, 1), textedFromHour);
  }
  return Math.max(from, easternInstant(day, textedFromHour));
}

/** How long after it was written the SMS of an invitation that is to leave at once is not late. */
const promptMs = 5 * minuteMs;

/** In New York; who invites before it may be in the west, where it is the evening before. */
const morningHour = 8;

/**
 * When the message of an invitation that was to leave at once can leave: now, while it is not late. If
 * it is, one that was written in the day in New York leaves until 20:00 of that day; all others as those
 * that have a day.
 */
export function immediateInvitationLeavesAt(
  { phone, writtenAt }: { phone: string | null; writtenAt: number },
  now: number,
): number {
  if (now < writtenAt + promptMs) return now;
  const day = easternDate(writtenAt);
  const isByDay = writtenAt >= easternInstant(day, morningHour);
  const isSameDay = now < easternInstant(day, textedUntilHour);
  return isByDay && isSameDay ? now : invitationLeavesAt({ phone }, now);
}

const open: ReadonlySet<InvitationStatus> = new Set([
  'Scheduled',
  'Sent',
  'Opened',
  'DeliveryFailed',
]);

/** The status at a time: a deadline that has passed counts, whether or not its timer has run. */
export function invitationStatusAt(
  { status, activates_at, expires_at }: InvitationDeadlines & { status: InvitationStatus },
  now: number,
): InvitationStatus {
  if (!open.has(status)) return status;
  if (now >= expires_at) return 'Expired';
  return status === 'Scheduled' && now >= activates_at ? 'Sent' : status;
}
