import type { MiddlewareHandler } from 'hono';

const headers: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
};

/** Headers that every answer has; those that an answer sets itself stay. */
export function secureAnswers(publicUrl: string): MiddlewareHandler {
  const isSecure = publicUrl.startsWith('https:');
  return async function addHeaders(c, next) {
    await next();
    for (const [name, value] of Object.entries(headers)) setUnlessThere(c.res.headers, name, value);
    setUnlessThere(c.res.headers, 'cache-control', 'no-store');
    setUnlessThere(c.res.headers, 'cross-origin-resource-policy', 'same-origin');
    if (isSecure) {
      c.res.headers.set('strict-transport-security', 'max-age=31536000; includeSubDomains');
    }
  };
}

function setUnlessThere(answer: Headers, name: string, value: string): void {
  if (!answer.has(name)) answer.set(name, value);
}
