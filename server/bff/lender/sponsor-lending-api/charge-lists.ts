import { dayMs } from '../../../platform/durations.ts';
import type { ChargeList, ChargeQuery, ChargeRecord, Lender } from '../lender.ts';
import type { Calls } from './calls.ts';
import { merchantsPath } from './paths.ts';
import { readCharges } from './read-charges.ts';
import { type ListCall, readList } from './read-list.ts';

const pageSize = '100';

/** What became of charges (Sponsor Lending API, pending requests and transaction history). */
export function chargeLists(calls: Calls): Pick<Lender, 'charges' | 'transactions'> {
  const read = (list: ChargeRecord['list'], call: ListCall) => readRecords(calls, list, call);
  return {
    // One after the other, as a charge goes through them: one that moves meanwhile is seen again.
    charges: async (query) => {
      const pending = await read('pending', pendingCall(query));
      const transactions = await read('transactions', transactionsCall(query));
      const activity = await read('activity', activityCall(query));
      return together([pending, transactions, activity]);
    },
    transactions: (query) => read('transactions', transactionsCall(query)),
  };
}

async function readRecords(
  calls: Calls,
  list: ChargeRecord['list'],
  call: ListCall,
): Promise<ChargeList> {
  const { rows, isWhole } = await readList(calls, call);
  const noticing = calls.noticing(call.operation);
  const records = readCharges(rows, { list, field: 'results', noticing });
  return { records, isWhole: isWhole && records.length === rows.length };
}

function pendingCall(query: ChargeQuery): ListCall {
  return {
    operation: 'listPendingChargeRequests',
    path: `${merchantsPath}/payment-request/${encodeURIComponent(query.adminUserId)}/`,
    query: dateRange(query, (date) => date),
    isPaged: false,
  };
}

function transactionsCall(query: ChargeQuery): ListCall {
  return {
    operation: 'listTransactions',
    path: `${merchantsPath}/transactions/${encodeURIComponent(query.adminUserId)}/`,
    query: dateRange(query, (date) => date),
    isPaged: false,
  };
}

function activityCall(query: ChargeQuery): ListCall {
  return {
    operation: 'listAllTransactions',
    path: `${merchantsPath}/${encodeURIComponent(query.adminUserId)}/all-transactions/`,
    query: {
      ...dateRange(query, usDate),
      ...(query.loanNumber !== null && { search: query.loanNumber }),
      page_size: pageSize,
    },
    isPaged: true,
  };
}

/** With a day more on both sides: by which zone a lender counts its days is not said. */
function dateRange(
  { from, to }: ChargeQuery,
  write: (date: string) => string,
): { begin_date: string; end_date: string } {
  return { begin_date: write(dateOf(from - dayMs)), end_date: write(dateOf(to + dayMs)) };
}

function dateOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
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
