import { getCookie, setCookie } from 'hono/cookie';
import { SealedFieldError } from '../../platform/crypto/sealed-fields.ts';
import type { FieldError } from './parts.ts';
import type { Opened, Visit } from './visit.ts';

const cookieName = 'flash';
const lifetimeSeconds = 60;
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

const nothing: Flash = { errors: [], problem: null, typed: {} };

/**
 * Refuses a form: its page is asked for again and says why. If the POST itself were answered by the
 * page, loading it again would count another try, and going back to it would be an error.
 *
 * @param form which of the page's forms it is
 * @param path where it is shown, if that is not the page itself
 */
export function sendBack(
  visit: Visit<Opened>,
  form: string,
  flash: Partial<Flash>,
  path: string = visit.path,
): Response {
  const kept: Kept = { ...nothing, ...flash, until: nowOf(visit) + lifetimeSeconds * 1000 };
  const whole = sealed(visit, form, kept);
  const fits = whole.length <= longestSealed;
  const value = fits ? whole : sealed(visit, form, { ...kept, typed: {} });
  writeCookie(visit, path, value, lifetimeSeconds);
  return visit.c.redirect(path, 303);
}

/** What is to be said of this form now. It is taken out of the browser, whatever form it was of. */
export function takeFlash(visit: Visit<Opened>, form: string, path: string = visit.path): Flash {
  const cookie = getCookie(visit.c, cookieName);
  if (cookie === undefined) return nothing;
  writeCookie(visit, path, '', 0);
  const kept = opened(visit, form, cookie);
  return kept && nowOf(visit) < kept.until ? kept : nothing;
}

interface Kept extends Flash {
  readonly until: number;
}

function sealed(visit: Visit<Opened>, form: string, kept: Kept): string {
  return visit.context.sealer.seal(JSON.stringify(kept), aadOf(visit, form));
}

/** Undefined when it is of another form or link, or was not made here. */
function opened(visit: Visit<Opened>, form: string, cookie: string): Kept | undefined {
  try {
    // What is opened was sealed by sendBack(): the authentication tag vouches for it.
    return JSON.parse(visit.context.sealer.open(cookie, aadOf(visit, form))) as Kept;
  } catch (error) {
    if (error instanceof SealedFieldError) return undefined;
    throw error;
  }
}

function writeCookie(
  { c, context }: Visit<Opened>,
  path: string,
  value: string,
  maxAge: number,
): void {
  setCookie(c, cookieName, value, {
    path,
    httpOnly: true,
    sameSite: 'Strict',
    secure: context.config.publicUrl.startsWith('https:'),
    maxAge,
  });
}

function nowOf({ context, opened: { link } }: Visit<Opened>): number {
  return context.clock.now(link.sponsor_id);
}

function aadOf({ opened: { link } }: Visit<Opened>, form: string): string {
  return `${link.sponsor_id}|pages|flash|${link.token_digest}|${form}`;
}
