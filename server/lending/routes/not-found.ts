import type { NotFoundHandler } from 'hono';
import type { LendingApp, LendingEnv } from './lending-app.ts';
import { takesReservedWord } from './reserved-words.ts';

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
