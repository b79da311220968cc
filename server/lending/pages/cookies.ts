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
