import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { equalDigests } from '../../platform/crypto/digest.ts';
import { dayMs, hourMs, minuteMs, secondMs } from '../../platform/durations.ts';
import { randomIds } from '../../platform/ids.ts';
import type { LendingContext } from '../context.ts';
import type { LinkRow } from '../store/schema/hosted-pages.ts';
import { type Opened, type PageRequest, showAgain } from './request.ts';

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

type Request = Pick<PageRequest<Opened>, 'context' | 'c'>;

/** Empty before anything is kept for a browser, and once its visit has ended. */
export function visitOf(request: Request): string {
  return readVisit(request, known);
}

/** The visit of a browser, begun if there is none. What it is good for ends before it. */
export function visitFor(request: Request): string {
  return readOrBegin(request, known);
}

/** The visit that drafts belong to. */
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

const cookieName = 'identified';
/** From the last page that was shown or form that was taken. */
const knownIdleMs = 30 * minuteMs;
/** From the answer, however much was done since. */
const knownMostMs = 2 * hourMs;
/** The same as it is said: minutes and hours. */
export const knownFor = [knownIdleMs / minuteMs, knownMostMs / hourMs] as const;

/** Remembers in this browser, for a while and this link alone, that its question was answered. */
export function rememberIdentity(request: PageRequest<Opened>): void {
  const { context, opened } = request;
  writeIdentity(request, context.clock.now(opened.link.sponsor_id), visitFor(request));
}

/** Sealed with the visit, which it does not set: written by a late answer, it is worth nothing after a `leave`. */
export function writeIdentity(
  { context, c, opened: { link }, path }: PageRequest<Opened>,
  provedAt: number,
  visit: string,
): void {
  const now = context.clock.now(link.sponsor_id);
  const until = Math.min(now + knownIdleMs, provedAt + knownMostMs);
  const seal = sealIdentity(context, link, { provedAt, until, visit });
  setCookie(c, cookieName, `${provedAt}.${until}.${seal}`, {
    ...cookieAt(context, path),
    maxAge: Math.ceil((until - now) / secondMs),
  });
}

/**
 * The next person at this device is asked who they are. On every page, since a consumer goes from one
 * to another, and the way back leads to all of them.
 */
export function leave({ context, c, path }: PageRequest<Opened>): Response {
  endVisits({ context, c });
  deleteCookie(c, cookieName, cookieAt(context, path));
  return showAgain({ c, path });
}

export function readIdentity({
  context,
  c,
  opened: { link },
  path,
}: Pick<PageRequest<Opened>, 'context' | 'c' | 'opened' | 'path'>): number | null {
  const cookie = getCookie(c, cookieName, cookieAt(context, path).prefix) ?? '';
  const [proved = '', end = '', mac = ''] = cookie.split('.');
  const [provedAt, until] = [Number(proved), Number(end)];
  const visit = visitOf({ context, c });
  const isRight = equalDigests(mac, sealIdentity(context, link, { provedAt, until, visit }));
  const isFresh = context.clock.now(link.sponsor_id) < until;
  return isRight && isFresh ? provedAt : null;
}

interface Identity {
  /** When the question was answered, in epoch milliseconds, as `until`. */
  readonly provedAt: number;
  readonly until: number;
  readonly visit: string;
}

function sealIdentity(
  { sealer }: LendingContext,
  { token_digest }: LinkRow,
  { provedAt, until, visit }: Identity,
): string {
  return sealer.index(JSON.stringify([token_digest, provedAt, until, visit]), 'page-session');
}
