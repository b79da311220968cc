import type { Result, Router } from 'hono/router';

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
