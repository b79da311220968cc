import type { Activity, ActivityQuery } from '../../../lending-api/transactions.ts';
import type { LendingContext, Sponsor } from '../../context.ts';
import { countActivity, listActivity } from '../../store/activities.ts';
import { activityRecord } from './activity-record.ts';
import { visibleRange } from './visible-range.ts';

/** All charge requests with what became of them (Sponsor Lending API, all-activity record). */
export async function listAllActivity(
  context: LendingContext,
  sponsor: Sponsor,
  requestUserId: string,
  { page, page_size, search, ...dates }: ActivityQuery,
): Promise<{ count: number; results: Activity[] }> {
  const range = await visibleRange(context, sponsor, requestUserId, dates);
  // A loan number has digits alone, so that nothing else can be found.
  if (search !== undefined && !/^\d*$/.test(search)) return { count: 0, results: [] };
  const filter = { ...range, loanNumber: search };
  const slice = { limit: page_size, offset: (page - 1) * page_size };
  const rows = await listActivity(context.database.query, filter, slice);
  return {
    count: await countActivity(context.database.query, filter),
    results: rows.map((row) => activityRecord(row, context.clock.now(sponsor.id))),
  };
}
