import type { MiddlewareHandler } from 'hono';

const CONTROL_CHARACTER = /%(?:[01][0-9a-f]|7f)/i;

/**
 * Refuses an address with control characters, which is no id of ours: PostgreSQL has no text with
 * NUL, and no `Location` takes one.
 */
export const readableAddress: MiddlewareHandler = async function refuseUnreadable(c, next) {
  const [path = '', query = ''] = c.req.url.split('?', 2);
  if (CONTROL_CHARACTER.test(path)) return c.json({ detail: 'Not found.' }, 404);
  if (CONTROL_CHARACTER.test(query)) return c.json({ detail: 'The query cannot be read.' }, 400);
  return next();
};
