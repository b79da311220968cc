import type { FeeSplit } from '../../../loan-math/fee-split.ts';
import { dayMs } from '../../../platform/durations.ts';
import type { Cents } from '../../../platform/money.ts';
import type {
  ChargeList,
  ChargeQuery,
  ChargeRecord,
  Lender,
  LenderChargeStatus,
} from '../lender.ts';
import { isFailedAnswer, isRefusal, LenderError } from '../lender-error.ts';
import { type Calls, merchantsPath } from './calls.ts';
import { type ListCall, MOST_ROWS, readList } from './read-list.ts';
import {
  activityStatuses,
  chargeKinds,
  type Fields,
  legs,
  type Noticing,
  readCents,
  readFields,
  readInstant,
  readLoanNumber,
  readRows,
  readSponsorId,
  readTime,
  readUuid,
  requestStatuses,
  transactionStatuses,
  type Words,
  wordsOf,
} from './values.ts';

const pageSize = '100';

/** What became of charges (Sponsor Lending API, transaction history endpoints). */
export function chargeLists(calls: Calls): Pick<Lender, 'charges' | 'transactions'> {
  return {
    charges: (query) => {
      const activity = () => readActivity(calls, query);
      if (query.isActivityEnough) return readThose([activity]);
      // As a charge goes through them: one that moves meanwhile is seen again.
      return readThose([
        () => readDays(calls, 'pending', query),
        () => readDays(calls, 'transactions', query),
        activity,
      ]);
    },
    transactions: (query) => readDays(calls, 'transactions', query),
  };
}

/**
 * Reads one list after the other, those that the lender does not refuse. One may fail; a lender of whom
 * two fail, or that does not answer, is asked for no other. @throws LenderError
 */
async function readThose(lists: ReadonlyArray<() => Promise<ChargeList>>): Promise<ChargeList> {
  const read: ChargeList[] = [];
  const refused: LenderError[] = [];
  let failed: LenderError | undefined;
  for (const readOne of lists) {
    try {
      read.push(await readOne());
    } catch (error) {
      if (isRefusal(error)) refused.push(error);
      else if (isFailedAnswer(error) && failed === undefined) failed = error;
      else throw error;
    }
  }
  const unread = failed ?? refused[0];
  if (unread === undefined) return together(read);
  if (read.length === 0) throw unread;
  const { records } = together(read);
  return { records, isWhole: false, refused, ...(failed && { failed }) };
}

/** Since 1970, the first and the last of them included. */
interface Days {
  readonly first: number;
  readonly last: number;
}

const parts = 4;

/**
 * Reads a list that the API does not divide into pages. When it is longer than an answer may be, or takes
 * longer, its days are asked for in parts. A day that alone is longer is left out.
 */
async function readDays(
  calls: Calls,
  list: 'pending' | 'transactions',
  query: ChargeQuery,
): Promise<ChargeList> {
  const callOf = list === 'pending' ? pendingCall : transactionsCall;
  const read: ChargeList[] = [];
  let rows = 0;
  let unread: readonly Days[] = [daysOf(query)];
  for (let [days, ...later] = unread; days && rows < MOST_ROWS; [days, ...later] = unread) {
    try {
      const part = await readRecords(calls, list, callOf(query, days));
      rows += part.records.length;
      read.push(part);
      unread = later;
    } catch (error) {
      if (!(error instanceof LenderError) || error.unreadable !== 'no_json') throw error;
      const isDay = days.first === days.last;
      if (isDay && !error.isTooLong) throw error;
      if (isDay) {
        calls.noticing(callOf(query, days).operation)('long_list', 'results');
        read.push({ records: [], isWhole: false });
      }
      unread = isDay ? later : [...partsOf(days), ...later];
    }
  }
  const { records, isWhole } = together(read);
  const [rest] = unread;
  if (rest) calls.noticing(callOf(query, rest).operation)('long_list', 'results');
  return { records, isWhole: isWhole && rest === undefined };
}

function partsOf({ first, last }: Days): Days[] {
  const length = Math.ceil((last - first + 1) / parts);
  const found: Days[] = [];
  for (let from = first; from <= last; from += length) {
    found.push({ first: from, last: Math.min(from + length - 1, last) });
  }
  return found;
}

/** The API names no greatest page size: a lender that refuses ours chooses its own. */
async function readActivity(calls: Calls, query: ChargeQuery): Promise<ChargeList> {
  const call = activityCall(query);
  try {
    const sized = { ...call, query: { ...call.query, page_size: pageSize } };
    return await readRecords(calls, 'activity', sized);
  } catch (error) {
    if (!isRefusal(error, 400) && !isRefusal(error, 422)) throw error;
    return readRecords(calls, 'activity', call);
  }
}

async function readRecords(
  calls: Calls,
  list: ChargeRecord['list'],
  call: ListCall,
): Promise<ChargeList> {
  const noticing = calls.noticing(call.operation);
  const { rows, isWhole } = await readList(calls, call, (page) =>
    readCharges(page, { list, field: 'results', noticing }),
  );
  return { records: rows, isWhole };
}

function pendingCall({ adminUserId }: ChargeQuery, days: Days): ListCall {
  return {
    operation: 'listPendingChargeRequests',
    path: `${merchantsPath}/payment-request/${encodeURIComponent(adminUserId)}/`,
    query: dateRange(days, (date) => date),
    isPaged: false,
  };
}

function transactionsCall({ adminUserId }: ChargeQuery, days: Days): ListCall {
  return {
    operation: 'listTransactions',
    path: `${merchantsPath}/transactions/${encodeURIComponent(adminUserId)}/`,
    query: dateRange(days, (date) => date),
    isPaged: false,
  };
}

function activityCall(query: ChargeQuery): ListCall {
  return {
    operation: 'listAllTransactions',
    path: `${merchantsPath}/${encodeURIComponent(query.adminUserId)}/all-transactions/`,
    query: {
      ...dateRange(daysOf(query), usDate),
      ...(query.loanNumber !== null && { search: query.loanNumber }),
    },
    isPaged: true,
  };
}

/** With a day more on both sides: by which zone a lender counts its days is not said. */
function daysOf({ from, to }: Pick<ChargeQuery, 'from' | 'to'>): Days {
  return { first: Math.floor(from / dayMs) - 1, last: Math.floor(to / dayMs) + 1 };
}

function dateRange(
  { first, last }: Days,
  write: (date: string) => string,
): { begin_date: string; end_date: string } {
  return { begin_date: write(dateOf(first)), end_date: write(dateOf(last)) };
}

function dateOf(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10);
}

/** @example usDate('2026-03-02') => '03/02/2026' */
function usDate(date: string): string {
  return `${date.slice(5, 7)}/${date.slice(8)}/${date.slice(0, 4)}`;
}

function together(lists: readonly ChargeList[]): ChargeList {
  return {
    records: lists.flatMap(({ records }) => records),
    isWhole: lists.every(({ isWhole }) => isWhole),
  };
}

type ListName = ChargeRecord['list'];

/** Gives back what a charge took. */
const refund = 115;

/** By which name a list's rows say their status, and with which words. */
const statuses: Readonly<
  Record<ListName, { names: readonly string[]; words: Words<LenderChargeStatus> }>
> = {
  pending: { names: ['payment_request_status', 'status'], words: requestStatuses },
  transactions: { names: ['status'], words: transactionStatuses },
  activity: { names: ['payment_request_status', 'status'], words: activityStatuses },
};

/** Reads the rows of a list. One that is no object is left out, and noticed under the field. */
export function readCharges(
  rows: readonly unknown[],
  { list, field, noticing }: { list: ListName; field: string; noticing: Noticing },
): ChargeRecord[] {
  return rows.flatMap((row) => {
    const fields = readFields(row);
    if (fields === null) noticing('bad_row', field);
    return fields === null ? [] : readCharge(fields, list, noticing);
  });
}

/** The lists name the same things differently, and only two of them are documented. */
function readCharge(fields: Fields, list: ListName, noticing: Noticing): ChargeRecord {
  const first = <Value>(read: (value: unknown) => Value | null, names: readonly string[]) =>
    names.map((name) => read(fields[name])).find((value) => value !== null) ?? null;
  const cents = readCents(fields.consumer_charge_amount);
  const kind = wordsOf(fields, noticing)('transaction_description', chargeKinds);
  return {
    list,
    paymentRequestUuid: first(readUuid, [
      'payment_request_uuid',
      'associated_payment_request_id',
      'payment_request_id',
    ]),
    paymentIdentifier: readSponsorId(fields.payment_identifier),
    applicationId: readSponsorId(fields.external_application_id),
    loanNumber: readLoanNumber(fields.consumer_application_human_readable_id),
    kind: cents !== null && cents < 0 ? refund : kind,
    cents: cents && Math.abs(cents),
    split: readSplit(fields, cents && Math.abs(cents)),
    lenderStatus: readStatus(fields, list, noticing),
    requestedAt: first(readInstant, ['request_datetime', 'request_date']),
    expiresAt: readTime(fields.expires_at),
  };
}

/** Of legs whose sums are right: by their names alone, a lender could mean something else. */
function readSplit({ merchant_transactions }: Fields, cents: Cents | null): FeeSplit | null {
  const read = { total: 0, fee: 0, platform: 0, sponsor: 0 };
  for (const row of readRows(merchant_transactions) ?? []) {
    const leg = readFields(row) ?? {};
    const part = wordsOf(leg, () => {})('transaction_type', legs);
    const amount = readCents(leg.transaction_amount);
    if (part === null || amount === null || read[part] !== 0) return null;
    read[part] = Math.abs(amount);
  }
  const { total, fee, platform, sponsor } = read;
  if (total !== cents || fee > total || fee !== platform + sponsor) return null;
  return {
    net_to_merchant_amount_cents: total - fee,
    net_platform_fee_cents: platform,
    net_to_sponsor_amount_cents: sponsor,
  };
}

function readStatus(fields: Fields, list: ListName, noticing: Noticing): LenderChargeStatus | null {
  const { names, words } = statuses[list];
  const field = names.find((name) => (fields[name] ?? null) !== null);
  // Whoever lists what waits for approval need not say of each row that it waits.
  const unsaid = list === 'pending' ? 'pending' : null;
  const lenderStatus = field === undefined ? unsaid : wordsOf(fields, noticing)(field, words);
  const isApproved = lenderStatus === null || lenderStatus === 'approved';
  return isApproved && fields.is_settled === true ? 'settled' : lenderStatus;
}
