import { BffError } from '../errors.ts';
import type { PageRequest } from '../merchant-api/values.ts';

/**
 * The row after which a page begins; undefined for the first page.
 * @param find undefined for an id that is no row of this list
 * @throws BffError `invalid_request`
 */
export async function placeBefore<Place>(
  { starting_after: cursor }: PageRequest,
  find: (cursor: string) => Promise<Place | undefined>,
): Promise<Place | undefined> {
  if (cursor === undefined) return undefined;
  const place = await find(cursor);
  if (place === undefined) throw unknownCursor();
  return place;
}

/** How many rows to read: one more than a page tells whether there are more. */
export function rowsToRead({ limit }: PageRequest): number {
  return limit + 1;
}

/** @param found as many as `rowsToRead()`, if there are so many */
export function pageOf<Row>(
  found: readonly Row[],
  { limit }: PageRequest,
): { rows: Row[]; has_more: boolean } {
  return { rows: found.slice(0, limit), has_more: found.length > limit };
}

/** A cursor that is no row of this list. */
export function unknownCursor(): BffError {
  return new BffError('invalid_request', { errors: { starting_after: ['invalid'] } });
}
