import { addDays } from '../../platform/calendar/calendar-date.ts';
import { easternDate } from '../../platform/calendar/eastern-time.ts';
import { formatCents } from '../../platform/money.ts';
import type { BffContext, Merchant } from '../context.ts';
import { type FunnelSums, noSums } from '../domain/funnel.ts';
import { BffError } from '../errors.ts';
import type { ReportQuery, ReportView } from '../merchant-api/report.ts';
import { sumDays } from '../store/daily-sums.ts';

const usualDays = 30;
const mostDays = 366;

/**
 * How far a merchant's checkouts came, from sums that are kept by day.
 * @throws BffError `invalid_request` for days in another order, or too many
 */
export async function readReport(
  { database, clock }: Pick<BffContext, 'database' | 'clock'>,
  { publishable_key: merchant }: Merchant,
  { from: asked, to = easternDate(clock.now()), by = 'day' }: ReportQuery,
): Promise<ReportView> {
  const from = asked ?? addDays(to, 1 - usualDays);
  if (from > to || from <= addDays(to, -mostDays)) {
    throw new BffError('invalid_request', { errors: { from: ['not_accepted'] } });
  }
  const rows = await sumDays(database.query, { merchant, from, to, by });
  return {
    from,
    to,
    by,
    rows: rows.map(({ group, ...sums }) => ({ group: group || null, ...viewOf(sums) })),
    total: viewOf(rows.reduce(plus, noSums)),
  };
}

function plus(one: FunnelSums, other: FunnelSums): FunnelSums {
  const names = Object.keys(noSums) as (keyof FunnelSums)[];
  return { ...one, ...Object.fromEntries(names.map((name) => [name, one[name] + other[name]])) };
}

function viewOf(sums: FunnelSums): ReportView['total'] {
  const { opened, applied, offers, none, chosen, accepted } = sums;
  const money = (count: number, cents: number) => ({ count, amount: formatCents(cents) });
  return {
    opened,
    applied,
    offers,
    none,
    chosen,
    accepted,
    charged: money(sums.charged, sums.charged_cents),
    settled: money(sums.settled, sums.settled_cents),
    refunded: money(sums.refunded, sums.refunded_cents),
  };
}
