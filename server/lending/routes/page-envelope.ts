import type { LendingContext } from '../context.ts';
import { LendingError } from '../errors.ts';

interface PageRequest {
  /** From 1. */
  page: number;
  page_size: number;
}

interface PageEnvelope<Item> {
  count: number;
  next?: string;
  previous?: string;
  results: Item[];
}

/**
 * The paginated envelope (Sponsor Lending API, conventions), whose links repeat the call with
 * another page.
 * @throws LendingError `not_found` for a page past the end
 */
export function pageEnvelope<Item>(
  { config }: Pick<LendingContext, 'config'>,
  { count, results }: { count: number; results: Item[] },
  { page, page_size }: PageRequest,
  url: string,
): PageEnvelope<Item> {
  const last = Math.max(1, Math.ceil(count / page_size));
  if (page > last) throw new LendingError('not_found', 'Invalid page.');
  const { pathname, searchParams } = new URL(url);
  const linkTo = (number: number) => {
    const query = new URLSearchParams(searchParams);
    query.set('page', String(number));
    return `${config.publicUrl}${pathname}?${query}`;
  };
  return {
    count,
    ...(page < last && { next: linkTo(page + 1) }),
    ...(page > 1 && { previous: linkTo(page - 1) }),
    results,
  };
}
