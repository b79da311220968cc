import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { randomIds } from '../../platform/ids.ts';
import type { LendingContext } from '../context.ts';

/**
 * What a cookie of the pages is set with, deleted with and, by its prefix, read with. By https no
 * other host of the domain can set one with `__Host-`, and no page that came by http one with
 * `__Secure-` (RFC 6265bis, "Cookie Name Prefixes"). `__Host-` is for all paths.
 */
export function cookieAt({ config }: LendingContext, path: string) {
  const secure = config.publicUrl.startsWith('https:');
  const prefix = path === '/' ? 'host' : 'secure';
  return {
    path,
    httpOnly: true,
    sameSite: 'Lax',
    secure,
    ...(secure && ({ prefix } as const)),
  } as const;
}

/** Without it no page knows the browser, whatever it has answered there, or what was typed in it. */
export const VISIT_COOKIE = 'visit';

interface Request {
  readonly context: LendingContext;
  readonly c: Context;
}

/** Empty before anything is kept for a browser, and once its visit has ended. */
export function visitOf({ context, c }: Request): string {
  return getCookie(c, VISIT_COOKIE, cookieAt(context, '/').prefix) ?? '';
}

/**
 * The visit of a browser, begun if there is none. One that is there stays as it is: set again, it would
 * undo a `leave` that another page is answered meanwhile. It lasts as long as the browser runs; what it
 * is good for ends before.
 */
export function visitFor(request: Request): string {
  const known = visitOf(request);
  if (known !== '') return known;
  const { context, c } = request;
  const visit = randomIds.token();
  setCookie(c, VISIT_COOKIE, visit, cookieAt(context, '/'));
  return visit;
}
