import type { MiddlewareHandler } from 'hono';

/** For an answer that is no page: it loads nothing, no page may frame it, nothing may store it. */
const headers = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};
const onlySecure = { 'strict-transport-security': 'max-age=31536000; includeSubDomains' };

/** The names of all that `secureAnswers()` adds, for what makes an answer anew. */
export const SECURITY_HEADERS: readonly string[] = Object.keys({ ...headers, ...onlySecure });

/** By name in lower case, for an answer of a service at this URL. */
export function securityHeaders(publicUrl: string): Readonly<Record<string, string>> {
  return publicUrl.startsWith('https:') ? { ...headers, ...onlySecure } : headers;
}

/** Headers of every answer; a route may say otherwise. */
export function secureAnswers(publicUrl: string): MiddlewareHandler {
  const entries = Object.entries(securityHeaders(publicUrl));
  return async function addHeaders(c, next) {
    for (const [name, value] of entries) c.header(name, value);
    await next();
  };
}
