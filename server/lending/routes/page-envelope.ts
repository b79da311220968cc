import { LendingError } from '../errors.ts';

export interface PageRequest {
  /** From 1. */
  page: number;
  page_size: number;
}

export interface PageEnvelope<Item> {
  count: number;
  next?: string;
  previous?: string;
  results: Item[];
}

/**
 * The paginated envelope (Sponsor Lending API, conventions). `address` is that of the call without
 * its query, `query` as it was sent. Throws `not_found` for a page past the end.
 */
export function pageEnvelope<Item>(
  { count, results }: { count: number; results: Item[] },
  { page, page_size }: PageRequest,
  { address, query }: { address: string; query: URLSearchParams },
): PageEnvelope<Item> {
  const last = Math.max(1, Math.ceil(count / page_size));
  if (page > last) throw new LendingError('not_found', 'Invalid page.');
  const linkTo = (number: number) => {
    const sent = new URLSearchParams(query);
    sent.set('page', String(number));
    return `${address}?${sent}`;
  };
  return {
    count,
    ...(page < last && { next: linkTo(page + 1) }),
    ...(page > 1 && { previous: linkTo(page - 1) }),
    results,
  };
}
