import type { Charge, Loan, Refund } from './books.ts';
import type { Desk } from './desk.ts';
import { djangoDate } from './python-values.ts';
import { type Answer, fieldErrors, forbidden, noPage, type ViewRequest } from './rest-framework.ts';
import {
  activityRow,
  pendingRow,
  refundActivityRow,
  refundTransactionRow,
  transactionRow,
} from './rows.ts';

const defaultPageSize = 25;
const unapproved: ReadonlySet<string> = new Set(['waiting', 'rejected', 'expired', 'canceled']);

/** GET `/merchants/payment-request/{request_user_id}/`: sent and not yet approved. */
export function listPending(desk: Desk, request: ViewRequest): Answer {
  const records = recordsFor(desk, request, isoDays);
  if ('refusal' in records) return records.refusal;
  const waiting = records.charges.filter(({ state }) => state === 'waiting');
  return { status: 200, body: waiting.map(pendingRow) };
}

/** GET `/merchants/transactions/{request_user_id}/`: those not yet approved are excluded. */
export function listTransactions(desk: Desk, request: ViewRequest): Answer {
  const records = recordsFor(desk, request, isoDays);
  if ('refusal' in records) return records.refusal;
  const charges = records.charges.filter(({ state }) => !unapproved.has(state));
  const body = [...records.refunds.map(refundTransactionRow), ...charges.map(transactionRow)];
  return { status: 200, body };
}

/** GET `/merchants/{request_user_id}/all-transactions/` */
export function listActivity(desk: Desk, request: ViewRequest): Answer {
  const records = recordsFor(desk, request, americanDays);
  if ('refusal' in records) return records.refusal;
  const search = request.query.get('search') ?? '';
  const isFound = ({ number }: Loan) => number.includes(search);
  return envelope(desk, request, [
    ...records.refunds.filter(({ charge }) => isFound(charge.loan)).map(refundActivityRow),
    ...records.charges.filter(({ loan }) => isFound(loan)).map(activityRow),
  ]);
}

interface Records {
  charges: Charge[];
  refunds: Refund[];
}

/** What the user may see of the days that they ask for, newest first. */
function recordsFor(
  desk: Desk,
  { path, query }: ViewRequest,
  days: DayFormat,
): Records | { refusal: Answer } {
  const user = path.request_user_id ?? '';
  if (desk.roleOf(user) === undefined) return { refusal: forbidden };
  const period = periodOf(query, days);
  if ('refusal' in period) return period;
  const isAsked = (loan: Loan, at: number) => {
    const date = djangoDate(at);
    return desk.maySee(user, loan) && date >= period.begin && date <= period.end;
  };
  const { books } = desk;
  return {
    charges: books
      .chargesNow()
      .toReversed()
      .filter((each) => isAsked(each.loan, each.requestedAt)),
    refunds: books.refunds
      .toReversed()
      .filter(({ charge, requestedAt }) => isAsked(charge.loan, requestedAt)),
  };
}

interface DayFormat {
  readonly name: string;
  /** As `2026-03-02`. */
  read(text: string): string | undefined;
}

const isoDays: DayFormat = {
  name: 'YYYY-MM-DD',
  read: (text) => (/^\d{4}-\d\d-\d\d$/.test(text) ? text : undefined),
};

const americanDays: DayFormat = {
  name: 'MM/DD/YYYY',
  read: (text) => {
    const [, month, day, year] = /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(text) ?? [];
    return year === undefined ? undefined : `${year}-${month}-${day}`;
  },
};

/** `begin_date` and `end_date` are compared with the time of the request, inclusive. */
function periodOf(
  query: URLSearchParams,
  { name, read }: DayFormat,
): { begin: string; end: string } | { refusal: Answer } {
  const days = { begin_date: '0001-01-01', end_date: '9999-12-31' };
  for (const field of ['begin_date', 'end_date'] as const) {
    const text = query.get(field);
    const day = text === null ? days[field] : read(text);
    if (day === undefined) {
      const words = `Date has wrong format. Use one of these formats instead: ${name}.`;
      return { refusal: fieldErrors({ [field]: words }) };
    }
    days[field] = day;
  }
  const { begin_date: begin, end_date: end } = days;
  if (end >= begin) return { begin, end };
  return { refusal: fieldErrors({ end_date: 'end_date must be on or after begin_date.' }) };
}

/** One page of the rows; the address of the next one may be of another host. */
function envelope(
  { settings, apiUrl, pagesUrl }: Desk,
  { path, query }: ViewRequest,
  rows: readonly unknown[],
): Answer {
  const page = Number(query.get('page') ?? 1);
  const asked = Number(query.get('page_size') ?? defaultPageSize);
  const size = Math.min(asked > 0 ? asked : defaultPageSize, settings.maxPageSize);
  const pages = Math.max(Math.ceil(rows.length / size), 1);
  if (!Number.isInteger(page) || page < 1 || page > pages) return noPage;
  const host = settings.nextPage === 'here' ? apiUrl : `${pagesUrl}/elsewhere`;
  const at = (number: number) => {
    const search = new URLSearchParams(query);
    search.set('page', String(number));
    return `${host}/api/v1/sponsor/merchants/${path.request_user_id}/all-transactions/?${search}`;
  };
  return {
    status: 200,
    body: {
      count: rows.length,
      next: page < pages ? at(page + 1) : null,
      previous: page > 1 ? at(page - 1) : null,
      results: rows.slice((page - 1) * size, page * size),
    },
  };
}
