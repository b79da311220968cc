import type { Context } from 'hono';

/**
 * Whether a page of another origin had a browser send this, as a form that asks nobody does, with
 * the credentials that the browser keeps. What is no browser says neither where a request came from
 * nor its origin (Fetch Metadata; RFC 6454, section 7).
 */
export function isFromForeignPage(c: Context, ownOrigin: string): boolean {
  const site = c.req.header('sec-fetch-site');
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  return (c.req.header('origin') ?? ownOrigin) !== ownOrigin;
}
