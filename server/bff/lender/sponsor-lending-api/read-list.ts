import { sha256Hex } from '../../../platform/crypto/digest.ts';
import { isRefusal } from '../lender-error.ts';
import type { Answer, Call, Calls } from './calls.ts';
import { readCount, readFields, readRows, readText } from './values.ts';

/** A lender that never ends its list is not read for ever. */
const mostPages = 200;

/** Nor does its list fill the memory: of a longer one the rest is not read. */
export const MOST_ROWS = 100_000;

export interface List<Row> {
  readonly rows: readonly Row[];
  /** The list came to its end, did not change while it was read, and each row of it could be read. */
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
  /** True if there are more pages, where the page itself says so. */
  hasNext: boolean | null;
}

/**
 * Reads a list to its end, each page by `read`, since a row as it came is far larger than what is kept of
 * it. A page is asked for by its number: an address that the lender names is never followed.
 * @throws LenderError
 */
export async function readList<Row>(
  calls: Calls,
  call: ListCall,
  read: (rows: readonly unknown[]) => readonly Row[],
): Promise<List<Row>> {
  const rows: Row[] = [];
  const known = new Set<string>();
  let came = 0;
  let isSteady = true;
  let count: number | null = null;
  let hasMore: boolean | null = null;
  for (let number = 1; number <= mostPages && came < MOST_ROWS; number += 1) {
    const page = await readPage(calls, call, number);
    if (page === 'past_the_end') {
      return { rows, isWhole: isSteady && rows.length === came && hasMore === null };
    }
    const news = page.rows.map(nameOf).filter((name) => !known.has(name));
    // A row of an earlier page has moved, or the pages have no order: another one may be on none.
    const hasMoved = news.length > 0 && news.length < page.rows.length;
    isSteady &&= number === 1 || (page.count === count && !hasMoved);
    count = page.count;
    // A lender that knows no pages answers each call with the first.
    if (news.length > 0) {
      for (const row of read(page.rows)) rows.push(row);
      came += page.rows.length;
    }
    for (const name of news) known.add(name);
    hasMore = page.hasNext || (count === null ? page.hasNext : came < count);
    const isWhole = isSteady && rows.length === came;
    if (hasMore === false) return { rows, isWhole };
    if (news.length === 0) return { rows, isWhole: isWhole && hasMore === null };
  }
  calls.noticing(call.operation)('long_list', 'results');
  return { rows, isWhole: false };
}

function nameOf(row: unknown): string {
  return sha256Hex(JSON.stringify(row));
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
