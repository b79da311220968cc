import type { Context } from 'hono';
import { getCookie } from 'hono/cookie';
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

/** Without it no page knows the browser, whatever it has answered there. */
export const VISIT_COOKIE = 'visit';

/** Empty before a browser has answered who it is, and once its visit has ended. */
export function visitOf({ context, c }: { context: LendingContext; c: Context }): string {
  return getCookie(c, VISIT_COOKIE, cookieAt(context, '/').prefix) ?? '';
}
