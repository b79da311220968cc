import type { MiddlewareHandler, NotFoundHandler } from 'hono';
import type { Result, Router } from 'hono/router';
import { RESERVED_WORDS } from '../../lending-api/identifiers.ts';
import { allowedMethods } from '../../platform/http/allowed-methods.ts';
import type { LendingApp, LendingEnv } from './lending-app.ts';

/**
 * Matches a path with and without a slash at its end alike, without a redirect, whichever form a
 * route is written in (the API writes most with one, the offer code's PATCH without).
 */
export class TrailingSlashRouter<Target> implements Router<Target> {
  readonly name = 'TrailingSlashRouter';
  readonly #router: Router<Target>;

  constructor(router: Router<Target>) {
    this.#router = router;
  }

  add(method: string, path: string, target: Target): void {
    this.#router.add(method, withoutSlash(path), target);
  }

  match(method: string, path: string): Result<Target> {
    return this.#router.match(method, withoutSlash(path));
  }
}

function withoutSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}

/** 405 with `Allow` where another method has a route at this path, else 404; DetailResponse both. */
export function answerNotFound(app: LendingApp): NotFoundHandler<LendingEnv> {
  return function answerUnrouted(c) {
    const { path } = c.req;
    const allowed = allowedMethods(app, path, (pattern) => !takesReservedWord(pattern, path));
    if (allowed.length === 0) return c.json({ detail: 'Not found.' }, 404);
    c.header('Allow', allowed.join(', '));
    return c.json({ detail: `Method ${c.req.method} is not allowed here.` }, 405);
  };
}

/** `/api/v1/sponsor/merchants/{here}`: the sponsor's ids stand beside the API's own words. */
const sharedSegment = 5;

/** True if a route takes one of the API's own words for an id, which nothing can have. */
function takesReservedWord(routePath: string, path: string): boolean {
  const isParameter = segmentOf(routePath).startsWith(':');
  return isParameter && RESERVED_WORDS.has(segmentOf(path));
}

/** Leaves a reserved word to the routes that are written with it. */
export const leaveReservedWords: MiddlewareHandler = async function leaveReserved(c, next) {
  return RESERVED_WORDS.has(segmentOf(c.req.path)) ? c.notFound() : next();
};

function segmentOf(path: string): string {
  return path.split('/')[sharedSegment] ?? '';
}
