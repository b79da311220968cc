import type { MiddlewareHandler } from 'hono';

const headers = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};
const onlySecure = { 'strict-transport-security': 'max-age=31536000; includeSubDomains' };

/** Headers of every answer; a route may say otherwise. */
export function secureAnswers(publicUrl: string): MiddlewareHandler {
  const isSecure = publicUrl.startsWith('https:');
  const entries = Object.entries({ ...headers, ...(isSecure && onlySecure) });
  return async function addHeaders(c, next) {
    for (const [name, value] of entries) c.header(name, value);
    await next();
  };
}
