import { getCookie, setCookie } from 'hono/cookie';
import { SealedFieldError } from '../../platform/crypto/sealed-fields.ts';
import { cookieAt, visitOf } from './cookies.ts';
import type { FieldError } from './parts.ts';
import type { Opened, PageRequest } from './request.ts';

const cookieName = 'flash';
const lifetimeSeconds = 60;
const typedCookieName = 'typed';
/** As long as saying again who one is may take. */
const typedLifetimeSeconds = 600;
const doneCookieName = 'done';
/** Browsers keep 4096 bytes of a cookie; its name and attributes are some of them. */
const longestSealed = 3800;

/** What a page says, once, of its form that was refused. */
export interface Flash {
  readonly errors: readonly FieldError[];
  /** What stands in the way, where no field is wrong. */
  readonly problem: string | null;
  /**
   * What is given back of what was typed, by field, as far as a cookie has room for it; digits that
   * prove who somebody is never are.
   */
  readonly typed: Readonly<Record<string, string>>;
}

type FormRequest = Pick<PageRequest<Opened>, 'context' | 'c' | 'path' | 'opened'>;

const nothing: Flash = { errors: [], problem: null, typed: {} };

/**
 * Refuses a form: its page is asked for again and says why. If the POST itself were answered by the
 * page, loading it again would count another try, and going back to it would be an error.
 *
 * @param form which of the page's forms it is
 * @param path where it is shown, if that is not the page itself
 */
export function sendBack(
  request: FormRequest,
  form: string,
  flash: Partial<Flash>,
  path: string = request.path,
): Response {
  const kept: Kept = { ...nothing, ...flash, until: nowOf(request) + lifetimeSeconds * 1000 };
  const aad = aadOf(request, form);
  const whole = sealed(request, aad, kept);
  const fits = whole.length <= longestSealed;
  const value = fits ? whole : sealed(request, aad, { ...kept, typed: {} });
  writeCookie(request, { name: cookieName, path, value, maxAge: lifetimeSeconds });
  return request.c.redirect(path, 303);
}

/**
 * Keeps what was typed into a form that came when the browser was known no longer. The form gives it
 * back once the same visit is known again; the forms before it leave it alone.
 */
export function keepTyped(request: FormRequest, form: string, typed: Flash['typed']): void {
  const visit = visitOf(request);
  if (visit === '' || Object.values(typed).every((each) => each === '')) return;
  const until = nowOf(request) + typedLifetimeSeconds * 1000;
  const value = sealed(request, typedAadOf(request, form, visit), { ...nothing, typed, until });
  if (value.length > longestSealed) return;
  const { path } = request;
  writeCookie(request, { name: typedCookieName, path, value, maxAge: typedLifetimeSeconds });
}

/**
 * Answers a form that was taken: its page says first what was done. The page shows what holds now in any
 * case, so that a browser without cookies needs none for this.
 */
export function sayDone(request: FormRequest, done: string): Response {
  const { path } = request;
  const kept: Kept = { ...nothing, done, until: nowOf(request) + lifetimeSeconds * 1000 };
  const value = sealed(request, aadOf(request, doneCookieName), kept);
  writeCookie(request, { name: doneCookieName, path, value, maxAge: lifetimeSeconds });
  return request.c.redirect(path, 303);
}

/** What a form of this page has just done, once. */
export function takeDone(request: FormRequest): string | null {
  const { path } = request;
  const cookie = readCookie(request, doneCookieName, path);
  if (cookie === undefined) return null;
  writeCookie(request, { name: doneCookieName, path, value: '', maxAge: 0 });
  return opened(request, aadOf(request, doneCookieName), cookie)?.done ?? null;
}

/**
 * The answer sets a cookie that its page cannot do without; it may delete as many as it likes. None of
 * them is needed after `sayDone()`, whatever else is kept of the form then.
 */
export function needsCookies(answer: Response): boolean {
  const lines = answer.headers.getSetCookie();
  return !lines.some(isDone) && lines.some((line) => !/; Max-Age=0\b/.test(line));
}

function isDone(line: string): boolean {
  return line.replace('__Secure-', '').startsWith(`${doneCookieName}=`);
}

/** What is to be said of this form now. It is taken out of the browser, whatever form it was of. */
export function takeFlash(request: FormRequest, form: string, path: string = request.path): Flash {
  const typed = takeTyped(request, form, path);
  const cookie = readCookie(request, cookieName, path);
  if (cookie === undefined) return { ...nothing, typed };
  writeCookie(request, { name: cookieName, path, value: '', maxAge: 0 });
  const kept = opened(request, aadOf(request, form), cookie) ?? nothing;
  return { ...kept, typed: { ...typed, ...kept.typed } };
}

/** What the form was sent with too late, in this visit; it stays in the browser until its form comes. */
function takeTyped(request: FormRequest, form: string, path: string): Flash['typed'] {
  const cookie = readCookie(request, typedCookieName, path) ?? '';
  const kept = opened(request, typedAadOf(request, form, visitOf(request)), cookie);
  if (kept === undefined) return {};
  writeCookie(request, { name: typedCookieName, path, value: '', maxAge: 0 });
  return kept.typed;
}

interface Kept extends Flash {
  readonly until: number;
  readonly done?: string;
}

function sealed({ context }: FormRequest, aad: string, kept: Kept): string {
  return context.sealer.seal(JSON.stringify(kept), aad);
}

/** Undefined when it is of another form or link, is too old, or was not made here. */
function opened(request: FormRequest, aad: string, cookie: string): Kept | undefined {
  try {
    // What is opened was sealed here: the authentication tag vouches for it.
    const kept = JSON.parse(request.context.sealer.open(cookie, aad)) as Kept;
    return nowOf(request) < kept.until ? kept : undefined;
  } catch (error) {
    if (error instanceof SealedFieldError) return undefined;
    throw error;
  }
}

interface FlashCookie {
  readonly name: string;
  readonly path: string;
  readonly value: string;
  readonly maxAge: number;
}

function readCookie({ c, context }: FormRequest, name: string, path: string): string | undefined {
  return getCookie(c, name, cookieAt(context, path).prefix);
}

function writeCookie(
  { c, context }: FormRequest,
  { name, path, value, maxAge }: FlashCookie,
): void {
  setCookie(c, name, value, { ...cookieAt(context, path), sameSite: 'Strict', maxAge });
}

function nowOf({ context, opened: { link } }: FormRequest): number {
  return context.clock.now(link.sponsor_id);
}

function aadOf({ opened: { link } }: FormRequest, form: string): string {
  return `${link.sponsor_id}|pages|flash|${link.token_digest}|${form}`;
}

/** With the visit, so that nothing is given back to whoever comes after its end. */
function typedAadOf({ opened: { link } }: FormRequest, form: string, visit: string): string {
  return `${link.sponsor_id}|pages|typed|${link.token_digest}|${form}|${visit}`;
}
