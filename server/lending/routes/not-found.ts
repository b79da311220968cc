import type { NotFoundHandler, MiddlewareHandler } from 'hono';
import type { LendingApp, LendingEnv } from './lending-app.ts';
import { RESERVED_WORDS } from '../../lending-api/identifiers.ts';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** 405 with `Allow` where another method has a route at this path, else 404; DetailResponse both. */
export function answerNotFound(app: LendingApp): NotFoundHandler<LendingEnv> {
  return function answerUnrouted(c) {
    const allowed = METHODS.filter((method) => hasRoute(app, method, c.req.path));
    if (allowed.length === 0) return c.json({ detail: 'Not found.' }, 404);
    c.header('Allow', allowed.join(', '));
    return c.json({ detail: `Method ${c.req.method} is not allowed here.` }, 405);
  };
}

function hasRoute(app: LendingApp, method: string, path: string): boolean {
  const [matches] = app.router.match(method, path);
  return matches.some(
    ([[, route]]) => route.method !== 'ALL' && !takesReservedWord(route.path, path),
  );
}

/** `/api/v1/sponsor/merchants/{here}`: the sponsor's ids stand beside the API's own words. */
const SHARED_SEGMENT = 5;

/** Whether a route takes one of the API's own words for an id, which nothing can have. */
function takesReservedWord(routePath: string, path: string): boolean {
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
