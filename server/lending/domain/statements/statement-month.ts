import { addDays, addMonths, type CalendarDate } from '../../../platform/calendar/calendar-date.ts';
import { easternDate } from '../../../platform/calendar/eastern-time.ts';

/** `YYYY-MM`: whatever settles in it, in America/New_York, is on one statement. */
export type StatementMonth = string;

/** The month of an instant (epoch ms). */
export function statementMonth(at: number): StatementMonth {
  return easternDate(at).slice(0, 7);
}

/**
 * The id of a merchant's statement of a month.
 *
 * @example statementId('2026-03') => 202603
 */
export function statementId(month: StatementMonth): number {
  return Number(month.replace('-', ''));
}

const STATEMENT_ID = /^(\d{4})(\d{2})$/;

/**
 * The month that an id names, or undefined for a text that is none.
 *
 * @example monthOfStatement('202603') => '2026-03'
 */
export function monthOfStatement(id: string): StatementMonth | undefined {
  const [, year, month] = STATEMENT_ID.exec(id) ?? [];
  return year !== undefined && month !== undefined ? `${year}-${month}` : undefined;
}

/**
 * The number on a merchant's statement of a month.
 *
 * @example statementNumber('3f0c2a58-7f7e-4d2a-9a3e-0b6f2f1f9d10', '2026-03') => 'ST-202603-3F0C2A587F7E'
 */
export function statementNumber(merchantId: string, month: StatementMonth): string {
  const merchant = merchantId.replaceAll('-', '').slice(0, 12).toUpperCase();
  return `ST-${statementId(month)}-${merchant}`;
}

export interface StatementPeriod {
  /** First and last day of the month. */
  period_start: CalendarDate;
  period_end: CalendarDate;
  /** The day after: until then the statement is open. */
  issued_date: CalendarDate;
}

export function statementPeriod(month: StatementMonth): StatementPeriod {
  const period_start = `${month}-01`;
  const issued_date = addMonths(period_start, 1);
  return { period_start, period_end: addDays(issued_date, -1), issued_date };
}

/** Every month from the first to the last, the last one first; none when the first comes later. */
export function monthsDownTo(first: StatementMonth, last: StatementMonth): StatementMonth[] {
  const months: StatementMonth[] = [];
  for (let month = last; month >= first; month = addMonths(`${month}-01`, -1).slice(0, 7)) {
    months.push(month);
  }
  return months;
}
