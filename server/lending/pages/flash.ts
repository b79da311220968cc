import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { SealedFieldError } from '../../platform/crypto/sealed-fields.ts';
import type { LendingContext } from '../context.ts';
import type { LinkRow } from '../store/schema/hosted-pages.ts';
import { cookieAt } from './cookies.ts';
import type { FieldError } from './parts.ts';

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

/** The request to the page that the form is on. */
interface FormRequest {
  readonly context: LendingContext;
  readonly c: Context;
  /** Where the page is: `/terms/{token}` */
  readonly path: string;
  readonly opened: { readonly link: LinkRow };
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
  request: FormRequest,
  form: string,
  flash: Partial<Flash>,
  path: string = request.path,
): Response {
  const kept: Kept = { ...nothing, ...flash, until: nowOf(request) + lifetimeSeconds * 1000 };
  const whole = sealed(request, form, kept);
  const fits = whole.length <= longestSealed;
  const value = fits ? whole : sealed(request, form, { ...kept, typed: {} });
  writeCookie(request, path, value, lifetimeSeconds);
  return request.c.redirect(path, 303);
}

/** What is to be said of this form now. It is taken out of the browser, whatever form it was of. */
export function takeFlash(request: FormRequest, form: string, path: string = request.path): Flash {
  const cookie = getCookie(request.c, cookieName, cookieAt(request.context, path).prefix);
  if (cookie === undefined) return nothing;
  writeCookie(request, path, '', 0);
  const kept = opened(request, form, cookie);
  return kept && nowOf(request) < kept.until ? kept : nothing;
}

interface Kept extends Flash {
  readonly until: number;
}

function sealed(request: FormRequest, form: string, kept: Kept): string {
  return request.context.sealer.seal(JSON.stringify(kept), aadOf(request, form));
}

/** Undefined when it is of another form or link, or was not made here. */
function opened(request: FormRequest, form: string, cookie: string): Kept | undefined {
  try {
    // What is opened was sealed by sendBack(): the authentication tag vouches for it.
    return JSON.parse(request.context.sealer.open(cookie, aadOf(request, form))) as Kept;
  } catch (error) {
    if (error instanceof SealedFieldError) return undefined;
    throw error;
  }
}

function writeCookie(
  { c, context }: FormRequest,
  path: string,
  value: string,
  maxAge: number,
): void {
  setCookie(c, cookieName, value, { ...cookieAt(context, path), sameSite: 'Strict', maxAge });
}

function nowOf({ context, opened: { link } }: FormRequest): number {
  return context.clock.now(link.sponsor_id);
}

function aadOf({ opened: { link } }: FormRequest, form: string): string {
  return `${link.sponsor_id}|pages|flash|${link.token_digest}|${form}`;
}
