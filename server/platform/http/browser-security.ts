import type { Context, MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import { answerHeader } from './answer-header.ts';

/** For an answer that is no page: it loads nothing, no page may frame it, nothing may store it. */
const headers = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};
const onlySecure = { 'strict-transport-security': 'max-age=31536000; includeSubDomains' };

/** The names of all that `secureAnswers()` adds, for code that builds a new response. */
export const SECURITY_HEADERS: readonly string[] = Object.keys({ ...headers, ...onlySecure });

/** By name in lower case, for an answer of a service at this URL. */
export function securityHeaders(publicUrl: string): Readonly<Record<string, string>> {
  return publicUrl.startsWith('https:') ? { ...headers, ...onlySecure } : headers;
}

/** Headers of every answer; a route may say otherwise. */
export function secureAnswers(publicUrl: string): MiddlewareHandler {
  const entries = Object.entries(securityHeaders(publicUrl));
  return async function addHeaders(c, next) {
    for (const [name, value] of entries) answerHeader(c, name, value);
    await next();
  };
}

/**
 * Of a service's own pages. Nothing but its own style sheet and pictures; no script, no frame.
 * `same-origin` and not `no-referrer`, which would make the Origin of a form `null`.
 */
export const pageHeaders: MiddlewareHandler = secureHeaders({
  contentSecurityPolicy: {
    defaultSrc: ["'none'"],
    styleSrc: ["'self'"],
    imgSrc: ["'self'"],
    formAction: ["'self'"],
    baseUri: ["'none'"],
    frameAncestors: ["'none'"],
  },
  referrerPolicy: 'same-origin',
  // No other page that opened it, or that it leads to, gets hold of its window.
  crossOriginOpenerPolicy: 'same-origin',
  // Every answer has it where the service is reached by https.
  strictTransportSecurity: false,
  xFrameOptions: 'DENY',
});

/**
 * True if a page of another origin had a browser send this, as a form that asks nobody does, with
 * the credentials that the browser keeps. What is no browser says neither where a request came from
 * nor its origin (Fetch Metadata; RFC 6454, section 7).
 */
export function isFromForeignPage(c: Context, ownOrigin: string): boolean {
  const site = c.req.header('sec-fetch-site');
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  return (c.req.header('origin') ?? ownOrigin) !== ownOrigin;
}
