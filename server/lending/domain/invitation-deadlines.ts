import type { InvitationStatus } from '../../lending-api/statuses.ts';
import { addDays, type CalendarDate } from '../../platform/calendar/calendar-date.ts';
import { easternDate, easternInstant } from '../../platform/calendar/eastern-time.ts';
import { dayMs } from '../../platform/durations.ts';

const lifetimeMs = 30 * dayMs;
const farthestActivationDays = 90;

/** When an invitation can be opened from and until; epoch ms. */
interface InvitationDeadlines {
  activates_at: number;
  expires_at: number;
}

/** Whether an invitation may be made now for that day: from today to 90 days on. */
export function canActivateOn(date: CalendarDate, now: number): boolean {
  const today = easternDate(now);
  return date >= today && date <= addDays(today, farthestActivationDays);
}

/**
 * The deadlines of an invitation made now: it is sent at the start of its day in America/New_York,
 * at once without one, and lives 30 days from then.
 */
export function invitationDeadlines(
  activateDate: CalendarDate | null,
  now: number,
): InvitationDeadlines {
  const day = activateDate === null ? now : easternInstant(activateDate, 0);
  const activates_at = Math.max(day, now);
  return { activates_at, expires_at: activates_at + lifetimeMs };
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
