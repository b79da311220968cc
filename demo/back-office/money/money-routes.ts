import { type Context, Hono } from 'hono';
import { addDays, dayOf } from '../format.ts';
import { localeOf } from '../locale.ts';
import type { MerchantApi } from '../merchant-api.ts';
import { moneyPage } from './money-page.ts';
import { weeksOf } from './weeks.ts';

/** Twelve weeks. */
const usualDays = 84;
/** As many as the report covers at most. */
const mostDays = 366;

export interface MoneyOptions {
  readonly api: MerchantApi;
  readonly now: () => number;
}

interface Range {
  readonly from: string;
  readonly to: string;
}

/** `GET /money`, and the settlements as a file at `/money/settlements.csv`. */
export function moneyRoutes({ api, now }: MoneyOptions): Hono {
  const app = new Hono();

  app.get('/', async (c) => {
    const today = dayOf(now());
    const usual = { from: addDays(today, 1 - usualDays), to: today };
    const asked = readRange(c);
    const { from, to } = asked ?? usual;
    const isWrong = asked === null && c.req.query('from') !== undefined;
    const [settlements, report] = await Promise.all([
      api.listSettlements(from, to),
      api.readReport(from, to),
    ]);
    const locale = localeOf(c);
    const { days, tooMany } = locale.strings.trouble;
    const notWhole = settlements.isWhole ? null : tooMany;
    const problem = isWrong ? days : notWhole;
    const weeks = weeksOf(report, from, to);
    const view = { from, to, settlements: settlements.rows, total: report.total, weeks, problem };
    return c.html(moneyPage(view, locale));
  });

  app.get('/settlements.csv', async (c) => {
    const range = readRange(c);
    if (range === null) return c.text('Name two days as from and to, YYYY-MM-DD.', 400);
    const table = await api.settlementsTable(range.from, range.to);
    if (table === null) return c.text('Too many rows for one table: name fewer days.', 400);
    return c.body(table, 200, {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="settlements-${range.from}-${range.to}.csv"`,
    });
  });

  return app;
}

/** Null of what is no range that the report takes. */
function readRange(c: Context): Range | null {
  const { from = '', to = '' } = c.req.query();
  if (!isDay(from) || !isDay(to)) return null;
  const isInOrder = from <= to && to < addDays(from, mostDays);
  return isInOrder ? { from, to } : null;
}

function isDay(text: string): boolean {
  const isDate = /^20\d\d-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
  // February 30 is taken for a day of March.
  return isDate && addDays(text, 0) === text;
}
