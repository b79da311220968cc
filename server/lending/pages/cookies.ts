import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { dayMs, secondMs } from '../../platform/durations.ts';
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

/** From the first form on; each draft itself ends long before. */
const formVisitMs = dayMs;

/** How long a browser keeps the cookie of a visit; without one, as long as it runs. */
interface Visit {
  readonly name: string;
  readonly maxAge?: number;
}

/** Without it no page knows the browser, whatever it has answered there. */
const known: Visit = { name: 'visit' };

/** What was typed into a form is kept although the browser is closed. */
const forms: Visit = { name: 'form-visit', maxAge: formVisitMs / secondMs };

interface Request {
  readonly context: LendingContext;
  readonly c: Context;
}

/** Empty before anything is kept for a browser, and once its visit has ended. */
export function visitOf(request: Request): string {
  return readVisit(request, known);
}

/** The visit of a browser, begun if there is none. What it is good for ends before it. */
export function visitFor(request: Request): string {
  return readOrBegin(request, known);
}

/** That in which forms are filled in. */
export function formVisitOf(request: Request): string {
  return readVisit(request, forms);
}

/** The same, begun if there is none. */
export function formVisitFor(request: Request): string {
  return readOrBegin(request, forms);
}

/** On all pages of this browser. */
export function endVisits({ context, c }: Request): void {
  for (const { name } of [known, forms]) deleteCookie(c, name, cookieAt(context, '/'));
}

function readVisit({ context, c }: Request, { name }: Visit): string {
  return getCookie(c, name, cookieAt(context, '/').prefix) ?? '';
}

/**
 * One that is there stays as it is: set again, it would undo a `leave` that another page is answered
 * meanwhile.
 */
function readOrBegin(request: Request, visit: Visit): string {
  const there = readVisit(request, visit);
  if (there !== '') return there;
  const { context, c } = request;
  const begun = randomIds.token();
  const { name, maxAge } = visit;
  setCookie(c, name, begun, {
    ...cookieAt(context, '/'),
    ...(maxAge !== undefined && { maxAge }),
  });
  return begun;
}
