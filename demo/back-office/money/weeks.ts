import { addDays } from '../format.ts';
import type { Report } from '../merchant-api-types.ts';
import { centsOf } from '../orders/order-state.ts';

/** Amounts of one week, in cents. */
export interface Week {
  /** Its Monday, `YYYY-MM-DD`. */
  readonly monday: string;
  readonly charged: number;
  readonly settled: number;
  readonly refunded: number;
}

/** The days of a report by week, from the week of `from` to that of `to`; also weeks of nothing. */
export function weeksOf({ rows }: Pick<Report, 'rows'>, from: string, to: string): Week[] {
  const weeks = new Map<string, Week>();
  for (let monday = mondayOf(from); monday <= to; monday = addDays(monday, 7)) {
    weeks.set(monday, { monday, charged: 0, settled: 0, refunded: 0 });
  }
  for (const { group, charged, settled, refunded } of rows) {
    const week = group === null ? undefined : weeks.get(mondayOf(group));
    if (week === undefined) continue;
    weeks.set(week.monday, {
      monday: week.monday,
      charged: week.charged + centsOf(charged.amount),
      settled: week.settled + centsOf(settled.amount),
      refunded: week.refunded + centsOf(refunded.amount),
    });
  }
  return [...weeks.values()];
}

/** `'2026-03-04'`, a Wednesday => `'2026-03-02'` */
function mondayOf(date: string): string {
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay();
  return addDays(date, -((weekday + 6) % 7));
}
