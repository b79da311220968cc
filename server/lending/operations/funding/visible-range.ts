import type { CalendarDate } from '../../../platform/calendar/calendar-date.ts';
import { dayMs } from '../../../platform/durations.ts';
import type { LendingContext, Sponsor } from '../../context.ts';
import { actingUser } from '../acting-user.ts';

/** Days of `request_datetime` as it is shown, in UTC, inclusive; either end may be open. */
export interface DateRange {
  begin_date?: CalendarDate | undefined;
  end_date?: CalendarDate | undefined;
}

/** What a user may see of its merchant's consumers, within the asked days. */
export interface VisibleRange {
  sponsorId: string;
  merchantId: string;
  /** Set for a user who sees only what it began. */
  invitedBy: string | undefined;
  /** [from, until), epoch milliseconds. */
  from: number | undefined;
  until: number | undefined;
}

/**
 * @throws LendingError `not_found` for an unknown user and `forbidden` for one that is not active
 */
export async function visibleRange(
  { database }: LendingContext,
  sponsor: Sponsor,
  requestUserId: string,
  { begin_date, end_date }: DateRange,
): Promise<VisibleRange> {
  const { user, reach } = await actingUser(database.query, {
    sponsorId: sponsor.id,
    requestUserId,
    action: 'view_consumers',
    namedIn: 'path',
  });
  return {
    sponsorId: sponsor.id,
    merchantId: user.merchant_id,
    invitedBy: reach === 'own' ? user.user_id : undefined,
    from: begin_date === undefined ? undefined : Date.parse(begin_date),
    until: end_date === undefined ? undefined : Date.parse(end_date) + dayMs,
  };
}
