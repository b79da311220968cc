import type { MiddlewareHandler } from 'hono';
import { RESERVED_WORDS } from '../../lending-api/identifiers.ts';

/** `/api/v1/sponsor/merchants/{here}`: the sponsor's ids stand beside the API's own words. */
const SHARED_SEGMENT = 5;

/** Whether a route takes one of the API's own words for an id, which nothing can have. */
export function takesReservedWord(routePath: string, path: string): boolean {
  const isParameter = segmentOf(routePath).startsWith(':');
  return isParameter && RESERVED_WORDS.has(segmentOf(path));
}

/** Leaves a reserved word to the routes that are written with it. */
export const leaveReservedWords: MiddlewareHandler = async function leaveReserved(c, next) {
  return RESERVED_WORDS.has(segmentOf(c.req.path)) ? c.notFound() : next();
};

function segmentOf(path: string): string {
  return path.split('/')[SHARED_SEGMENT] ?? '';
}
