import { isRefusal } from '../lender-error.ts';
import type { Answer, Call, Calls } from './calls.ts';
import { readCount, readFields, readRows, readText } from './values.ts';

/** A lender that never ends its list is not read for ever. */
const mostPages = 200;

export interface List {
  readonly rows: readonly unknown[];
  /** The list came to its end, and did not change while it was read. */
  readonly isWhole: boolean;
}

export interface ListCall extends Pick<Call, 'operation' | 'path'> {
  query: Record<string, string>;
  /** The API says that the list comes in pages. Any other is asked for them once it turns out so. */
  isPaged: boolean;
}

interface Page {
  rows: readonly unknown[];
  /** How many rows there are in all. */
  count: number | null;
  /** Whether there are more pages, where the page itself says so. */
  hasNext: boolean | null;
}

/**
 * Reads a list to its end. A page is asked for by its number: an address that the lender names is
 * never followed.
 * @throws LenderError
 */
export async function readList(calls: Calls, call: ListCall): Promise<List> {
  const rows: unknown[] = [];
  const known = new Set<string>();
  let isSteady = true;
  let count: number | null = null;
  let hasMore: boolean | null = null;
  for (let number = 1; number <= mostPages; number += 1) {
    const page = await readPage(calls, call, number);
    if (page === 'past_the_end') return { rows, isWhole: isSteady && hasMore === null };
    const news = page.rows.filter((row) => !known.has(JSON.stringify(row)));
    // A row of an earlier page has moved, or the pages have no order: another one may be on none.
    const hasMoved = news.length > 0 && news.length < page.rows.length;
    isSteady &&= number === 1 || (page.count === count && !hasMoved);
    count = page.count;
    // A lender that knows no pages answers each call with the first.
    if (news.length > 0) rows.push(...page.rows);
    for (const row of news) known.add(JSON.stringify(row));
    hasMore = page.hasNext || (count === null ? page.hasNext : rows.length < count);
    if (hasMore === false) return { rows, isWhole: isSteady };
    if (news.length === 0) return { rows, isWhole: isSteady && hasMore === null };
  }
  return { rows, isWhole: false };
}

async function readPage(
  calls: Calls,
  call: ListCall,
  number: number,
): Promise<Page | 'past_the_end'> {
  const { operation, path, query, isPaged } = call;
  const page = number > 1 || isPaged ? { page: String(number) } : {};
  const asked: Call = { operation, method: 'GET', path, query: { ...query, ...page } };
  try {
    return await calls.make(asked, (answer) => pageOf(answer, isPaged));
  } catch (error) {
    // Django answers so after the last page.
    if (number > 1 && isRefusal(error, 404)) return 'past_the_end';
    throw error;
  }
}

function pageOf({ body, lacks }: Answer, isPaged: boolean): Page {
  const rows = readRows(body);
  if (rows === null) throw lacks('results');
  if (Array.isArray(body)) return { rows, count: null, hasNext: isPaged ? null : false };
  const { count, next } = readFields(body) ?? {};
  const isEnd = next === null ? false : null;
  return { rows, count: readCount(count), hasNext: readText(next) === null ? isEnd : true };
}
